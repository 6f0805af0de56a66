import {
  findMixing,
  floatTensor,
  GraphBuilder,
  gather,
  gemm,
  int64Tensor,
  reduceSum,
  add,
  concat,
  reshape,
  transpose,
} from "@evenodds/exporter/internal";
import type { Value } from "@evenodds/exporter/internal";
import { expect } from "chai";

type Build = (graph: GraphBuilder, x: Value<"float32">) => Value;

/** What stands in the way in a graph of one input `x [N, 4]`. */
function mixingIn(build: Build) {
  const graph = new GraphBuilder();
  const x = graph.input({ name: "x", elementType: "float32", shape: ["N", 4] });
  graph.output("y", { value: build(graph, x) });
  const shapes = new Map([["x", ["N", "4"]]]);
  return findMixing(graph.toProto("g"), { rows: new Set(["x"]), shapeOf: (name) => shapes.get(name) });
}

const numbers = (graph: GraphBuilder, shape: readonly number[]) =>
  graph.constant(floatTensor(new Float32Array(shape.reduce((a, b) => a * b, 1)), shape));

describe("findMixing", () => {
  it("lets pass what treats each row by itself", () => {
    const fine: readonly Build[] = [
      (graph, x) => add(graph, { a: x, b: numbers(graph, [4]) }),
      (graph, x) => add(graph, { a: x, b: numbers(graph, [1, 4]) }),
      (graph, x) => gemm(graph, { a: x, b: numbers(graph, [4, 2]), c: numbers(graph, [2]) }),
      (graph, x) => reduceSum(graph, x, { axes: [1] }),
      (graph, x) => concat(graph, [x, x], { axis: 1 }),
      (graph, x) => reshape(graph, x, { shape: [-1, 2, 2] }),
    ];
    expect(fine.map(mixingIn)).to.deep.equal(fine.map(() => undefined));
  });

  it("names the first node that reads along the nodes, with its operator", () => {
    const mixing: readonly (readonly [string, Build])[] = [
      ["Add", (graph, x) => add(graph, { a: x, b: numbers(graph, [3, 4]) })],
      ["Gemm", (graph, x) => gemm(graph, { a: numbers(graph, [2, 4]), b: x, c: numbers(graph, [4]) }, { transB: 1 })],
      ["Gemm", (graph, x) => gemm(graph, { a: x, b: numbers(graph, [4, 2]), c: numbers(graph, [3, 2]) })],
      ["ReduceSum", (graph, x) => reduceSum(graph, x, { axes: [0] })],
      ["ReduceSum", (graph, x) => reduceSum(graph, x, { axes: [-2] })],
      ["ReduceSum", (graph, x) => reduceSum(graph, x)],
      ["Concat", (graph, x) => concat(graph, [x, x], { axis: 0 })],
      ["Concat", (graph, x) => concat(graph, [x, numbers(graph, [1, 4])], { axis: 1 })],
      ["Reshape", (graph, x) => reshape(graph, x, { shape: [-1, 2] })],
      ["Gather", (graph, x) => gather(graph, { data: x, indices: graph.constant(int64Tensor([0])) })],
      ["Transpose", (graph, x) => transpose(graph, x, { perm: [1, 0] })],
    ];
    for (const [operator, build] of mixing) {
      expect(mixingIn(build), operator).to.deep.equal({ name: `${operator}_0`, operator });
    }
  });
});
