import {
  add,
  attributeProto,
  cumSum,
  int64Tensor,
  range,
  reduceSum,
  softmax,
  toLong,
  where,
} from "@evenodds/exporter/internal";
import { attributeOf, exportedGraph, finds, nodeOf, withConstant } from "../changed-graph.js";
import { accepts, refuses, zeros } from "../hand-graph.js";

describe("checkShapes, on exported files", () => {
  const setDims = (name: string, dims: number[]) => (graph: ReturnType<typeof exportedGraph>) => {
    graph.initializer.find((tensor) => tensor.name === name)!.dims = dims.map((size) => toLong(size, name));
  };

  finds(
    () => exportedGraph("two gcn layers"),
    [
      [
        "weights that are turned around",
        setDims("second.weight", [2, 5]),
        /node "MatMul_0": expected inner sizes that are equal, found \[N, 5\] and \[2, 5\]/,
      ],
      [
        "weights that are turned around, of a layer that aggregates first",
        setDims("first.weight", [5, 3]),
        /node "Gemm_0": expected inner sizes that are equal, found \[N, 3\] and \[5, 3\]/,
      ],
      [
        "a bias of another length",
        (graph) => (nodeOf(graph, "Add", "last").input![1] = withConstant(graph, zeros(4))),
        /node "Add_\d+": expected shapes that broadcast, found \[N, 2\] and \[4\]/,
      ],
      [
        "a bias of another length, of a layer that aggregates first",
        (graph) => (nodeOf(graph, "Gemm").input![2] = withConstant(graph, zeros(4))),
        /c of node "Gemm_0": expected a shape that broadcasts to \[N, 5\], found \[4\]/,
      ],
      [
        "a row behind the features that is wider than they are",
        (graph) => {
          const padding = graph.node.find(({ opType, input }) => opType === "Concat" && input![0]!.startsWith("Mul_"))!;
          padding.input![1] = withConstant(graph, zeros(1, 4));
        },
        /node "Concat_\d+": expected inputs of one size along axis 1, found \[N, 3\] and \[1, 4\]/,
      ],
      [
        "a Concat along an axis that is not there",
        (graph) => (attributeOf(nodeOf(graph, "Concat", "last"), "axis").i = toLong(2, "axis")),
        /axis of node "Concat_\d+": expected a number from -2 to 1, found 2/,
      ],
      [
        "a row of arcs that is not there",
        (graph) => (nodeOf(graph, "Gather").input![1] = withConstant(graph, int64Tensor([2], []))),
        /indices of node "Gather_0": expected numbers from -2 to 1, found 2/,
      ],
      [
        "updates that are not one per index",
        (graph) => (nodeOf(graph, "ScatterElements").input![2] = withConstant(graph, zeros(3, 1))),
        /updates of node "ScatterElements_0": expected the shape of indices, \[E\], found \[3, 1\]/,
      ],
    ],
  );

  finds(
    () => exportedGraph("gat without a slope below 0"),
    [
      [
        "a perm that names an axis twice",
        (graph) => (nodeOf(graph, "Transpose").attribute = [attributeProto("perm", { ints: [0, 0, 2] })]),
        /attribute "perm" of node "Transpose_0": expected each of 0 to 2 once, found \[0, 0, 2\]/,
      ],
      [
        "a perm of fewer axes",
        (graph) => (nodeOf(graph, "Transpose").attribute = [attributeProto("perm", { ints: [1, 0] })]),
        /attribute "perm" of node "Transpose_0": .*found \[1, 0\]/,
      ],
      [
        "heads that do not share the columns of the weights",
        (graph) =>
          (graph.node.find(({ input }) => input![0] === "a.weight")!.input![1] = withConstant(
            graph,
            int64Tensor([3, 2, 1]),
          )),
        /shape of node "Reshape_\d+": expected a shape for the 9 elements of \[3, 3\], found \[3, 2, 1\]/,
      ],
    ],
  );
});

describe("checkShapes", () => {
  refuses([
    [
      "three shapes of which two differ",
      (graph, { f }) =>
        where(graph, {
          condition: graph.constant({ elementType: "bool", shape: [2], bytes: Uint8Array.of(0, 1) }),
          x: f(1),
          y: f(4, 3),
        }),
      /node "Where_0": expected shapes that broadcast, found \[2\] and \[1\] and \[4, 3\]/,
    ],
    [
      "a sum along an axis that is not there",
      (graph, { x }) => reduceSum(graph, x, { axes: [2] }),
      /axes of node "ReduceSum_0": expected a number from -2 to 1, found 2/,
    ],
    [
      "a sum along one axis twice",
      (graph, { x }) => reduceSum(graph, x, { axes: [1, -1] }),
      /axes of node "ReduceSum_0": expected each once, found \[1, -1\]/,
    ],
    [
      "a softmax along an axis that is not there",
      (graph, { x }) => softmax(graph, x, { axis: 2 }),
      /axis of node "Softmax_0": expected a number from -2 to 1, found 2/,
    ],
    [
      "a running sum along an axis that is not there",
      (graph, { x }) => cumSum(graph, x, { axis: -3 }),
      /axis of node "CumSum_0": expected a number from -2 to 1, found -3/,
    ],
    [
      "a running sum along two axes",
      (graph, { x, i }) => graph.node("CumSum", { inputs: [x, i([0, 1])], outputs: ["float32"] }),
      /axis of node "CumSum_0": expected one element, found \[2\]/,
    ],
    [
      "a range up to a list",
      (graph, { i }) => range(graph, { start: i([0], []), limit: i([3]), delta: i([1], []) }),
      /limit of node "Range_0": expected a scalar, found \[1\]/,
    ],
  ]);

  accepts([["sizes that are open and may fit", (graph, { x, f }) => add(graph, { a: x, b: f(7, 3) })]]);
});
