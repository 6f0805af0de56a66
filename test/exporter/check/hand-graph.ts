import { ProofError } from "@evenodds/core";
import { floatTensor, GraphBuilder, inferGraph, int64Tensor, type onnx, type Value } from "@evenodds/exporter/internal";
import { expect } from "chai";

/** What a graph that is written by hand may use. */
export interface Given {
  /** float32 [N, 3] */
  readonly x: Value<"float32">;
  /** int64 [2, E] */
  readonly arcs: Value<"int64">;
  /** A float32 constant of zeros of that shape. */
  readonly f: (...shape: number[]) => Value<"float32">;
  /** An int64 constant, by default of rank 1. */
  readonly i: (values: number[], shape?: number[]) => Value<"int64">;
}

export type Build = (graph: GraphBuilder, given: Given) => Value;

/** A float32 tensor of zeros. */
export function zeros(...shape: number[]) {
  return floatTensor(new Float32Array(shape.reduce((product, size) => product * size, 1)), shape);
}

/** The graph whose output `y` is what `build` returns. */
export function handGraph(build: Build): onnx.GraphProto {
  const graph = new GraphBuilder();
  const value = build(graph, {
    x: graph.input({ name: "x", elementType: "float32", shape: ["N", 3] }),
    arcs: graph.input({ name: "arcs", elementType: "int64", shape: [2, "E"] }),
    f: (...shape) => graph.constant(zeros(...shape)),
    i: (values, shape) => graph.constant(int64Tensor(values, shape)),
  });
  graph.output("y", { value });
  return graph.toProto("by hand");
}

/** A test per graph that is refused with that message. */
export function refuses(wrong: readonly (readonly [what: string, build: Build, message: RegExp])[]): void {
  for (const [what, build, message] of wrong) {
    it(`finds ${what}`, () => {
      expect(() => inferGraph(handGraph(build))).to.throw(ProofError, message);
    });
  }
}

/** A test per graph that may be right. */
export function accepts(right: readonly (readonly [what: string, build: Build])[]): void {
  for (const [what, build] of right) {
    it(`lets pass ${what}`, () => {
      expect(() => inferGraph(handGraph(build))).not.to.throw();
    });
  }
}
