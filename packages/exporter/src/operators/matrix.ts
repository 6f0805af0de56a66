import type { GraphBuilder } from "../builder/graph-builder.js";
import type { Value } from "../builder/value.js";

type Matrix = Value<"float32">;

/** MatMul-13: a · b. */
export function matMul(graph: GraphBuilder, { a, b }: { a: Matrix; b: Matrix }): Matrix {
  return graph.node("MatMul", { inputs: [a, b], outputs: ["float32"] });
}

/** Gemm-13: alpha · a' · b' + beta · c, where ' transposes if transA or transB is 1; c broadcasts to the result. */
export function gemm(
  graph: GraphBuilder,
  { a, b, c }: { a: Matrix; b: Matrix; c: Matrix },
  {
    alpha = 1,
    beta = 1,
    transA = 0,
    transB = 0,
  }: { alpha?: number; beta?: number; transA?: 0 | 1; transB?: 0 | 1 } = {},
): Matrix {
  return graph.node("Gemm", {
    inputs: [a, b, c],
    attributes: { alpha: { float: alpha }, beta: { float: beta }, transA: { int: transA }, transB: { int: transB } },
    outputs: ["float32"],
  });
}
