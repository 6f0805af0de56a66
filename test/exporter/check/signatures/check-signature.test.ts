import { floatTensor, int64Tensor } from "@evenodds/exporter/internal";
import { exportedGraph, finds, nodeNamed, nodeOf, withConstant } from "../changed-graph.js";

const floats = floatTensor(Float32Array.of(1));

describe("checkSignature", () => {
  // In the file: x float32 [N, 3], Gather_0 and Gather_1 int64 [E], Greater_0 bool, Add_1 in the branch that sorts.
  finds(
    () => exportedGraph("two gcn layers"),
    [
      [
        "an Add of float32 and int64",
        (graph) => (nodeOf(graph, "Add", "last").input![1] = "Gather_0"),
        /b of node "Add_\d+": expected float32, as a, found int64 \("Gather_0"\)/,
      ],
      [
        "an Add of bool",
        (graph) => (nodeOf(graph, "Add", "last").input = ["Greater_0", "Greater_0"]),
        /a of node "Add_\d+": expected float32 or int64, found bool/,
      ],
      [
        "a Gather by float32",
        (graph) => (nodeOf(graph, "Gather", "last").input![1] = "x"),
        /indices of node "Gather_\d+": expected int64, found float32 \("x"\)/,
      ],
      [
        "a Where without a bool",
        (graph) => (nodeOf(graph, "Where").input![0] = "Gather_0"),
        /condition of node "Where_0": expected bool, found int64/,
      ],
      [
        "a Where of two types",
        (graph) => (nodeOf(graph, "Where").input![1] = "x"),
        /y of node "Where_0": expected float32, as x, found int64/,
      ],
      [
        "a TopK whose k is float32, in a branch",
        (graph) => (nodeNamed(graph, "TopK_0").input![1] = "Expand_1"),
        /k of node "TopK_0": expected int64, found float32 \("Expand_1"\)/,
      ],
      [
        "a MatMul of int64",
        (graph) => (nodeOf(graph, "MatMul").input = ["edge_index", "edge_index"]),
        /a of node "MatMul_0": expected float32, found int64 \("edge_index"\)/,
      ],
      [
        "a shape of float32",
        (graph) => (nodeOf(graph, "Reshape").input![1] = withConstant(graph, floats)),
        /shape of node "Reshape_\d+": expected int64, found float32 \("added_\d+"\)/,
      ],
      [
        "axes of float32",
        (graph) => (nodeOf(graph, "Unsqueeze").input![1] = withConstant(graph, floats)),
        /axes of node "Unsqueeze_\d+": expected int64, found float32/,
      ],
      [
        "an axis of bool",
        (graph) => (nodeNamed(graph, "CumSum_1").input![1] = "Cast_2"),
        /axis of node "CumSum_1": expected int64, found bool/,
      ],
      [
        "a Concat of float32 and int64",
        (graph) => (nodeOf(graph, "Concat", "last").input![1] = "Gather_0"),
        /input 2 of node "Concat_\d+": expected float32, as input 1, found int64/,
      ],
      [
        "a ReduceMean of int64",
        (graph) => (nodeOf(graph, "ReduceMax").opType = "ReduceMean"),
        /data of node "ReduceMax_0": expected float32, found int64/,
      ],
      [
        "a NonZero of numbers",
        (graph) => (nodeOf(graph, "NonZero").input![0] = "x"),
        /x of node "NonZero_0": expected bool, found float32/,
      ],
      [
        "a condition that is no bool",
        (graph) => (nodeOf(graph, "If").input![0] = "ReduceMax_0"),
        /cond of node "If_0": expected bool, found int64/,
      ],
      [
        "an activation of int64",
        (graph) => (nodeOf(graph, "Relu").input![0] = "Gather_0"),
        /x of node "Relu_0": expected float32, found int64/,
      ],
      [
        "an input too many",
        (graph) => nodeOf(graph, "Add", "last").input!.push("x"),
        /inputs of node "Add_\d+": expected 2 \(a, b\), found 3/,
      ],
      [
        "an input too few",
        (graph) => nodeOf(graph, "ScatterElements").input!.pop(),
        /inputs of node "ScatterElements_0": expected 3 \(data, indices, updates\), found 2/,
      ],
      [
        "bounds that are missing",
        (graph) => (nodeOf(graph, "Slice").input!.length = 2),
        /inputs of node "Slice_0": expected 3 to 4 \(data, starts, ends, axes\), found 2/,
      ],
      [
        "a Concat of nothing",
        (graph) => (nodeOf(graph, "Concat").input = []),
        /inputs of node "Concat_\d+": expected at least 1 \(inputs\), found 0/,
      ],
      [
        "an input that is left out and has no default",
        (graph) => (nodeOf(graph, "Gather").input![1] = ""),
        /indices of node "Gather_0": expected a value, found none/,
      ],
      [
        "one of several inputs that is left out",
        (graph) => (nodeOf(graph, "Concat", "last").input![2] = ""),
        /input 3 of node "Concat_\d+": expected a value, found none/,
      ],
      [
        "an output too many",
        (graph) => nodeOf(graph, "Relu").output!.push("mask"),
        /outputs of node "Relu_0": expected 1, found 2/,
      ],
      [
        "an output too few",
        (graph) => nodeNamed(graph, "TopK_0").output!.pop(),
        /outputs of node "TopK_0": expected 2, found 1/,
      ],
      [
        "a value that comes later",
        (graph) => (nodeOf(graph, "CumSum").input![1] = "Cast_2"),
        /input of node "CumSum_0": expected a value that is produced before, found "Cast_2"/,
      ],
      [
        "an int64 constant in the place of weights",
        (graph) => {
          const place = graph.initializer.findIndex(({ name }) => name === "second.bias");
          graph.initializer.splice(place, 1);
          nodeOf(graph, "Add", "last").input![1] = withConstant(graph, int64Tensor([1, 2]));
        },
        /b of node "Add_\d+": expected float32, as a, found int64/,
      ],
    ],
  );
});
