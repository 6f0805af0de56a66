import type { GraphBuilder } from "../builder/graph-builder.js";
import type { Value } from "../builder/value.js";
import { mul } from "../operators/elementwise.js";
import { matMul } from "../operators/matrix.js";
import { reduceSum } from "../operators/reduction.js";
import { reshape } from "../operators/shaping.js";
import type { Attention } from "./aggregation.js";

/** What attention compares and weighs, row by row. */
interface ProjectedAttention {
  /** `x W`, `[N, heads · columns]`. */
  readonly product: Value<"float32">;
  /** The same as `[N, heads, columns]`. */
  readonly h: Value<"float32">;
  /** `s · h` and `t · h`, `[N, heads]` each. */
  readonly sourceScore: Value<"float32">;
  readonly targetScore: Value<"float32">;
}

/** Adds the nodes that compute from the features what attention needs of each node. */
export function projectAttention(
  graph: GraphBuilder,
  { features, weight, source, target, heads, columns }: Attention,
): ProjectedAttention {
  const product = matMul(graph, { a: features, b: weight });
  const h = reshape(graph, product, { shape: [-1, heads, columns] });
  const score = (vector: Value<"float32">) =>
    reduceSum(graph, mul(graph, { a: h, b: vector }), { axes: [2], keepdims: 0 });
  return { product, h, sourceScore: score(source), targetScore: score(target) };
}
