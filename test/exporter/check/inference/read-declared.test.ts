import { dataTypes, onnx, toLong, valueInfoProto } from "@evenodds/exporter/internal";
import { exportedGraph, finds, nodeOf } from "../changed-graph.js";

function sizesOf(value: onnx.IValueInfoProto): onnx.TensorShapeProto.IDimension[] {
  return value.type!.tensorType!.shape!.dim!;
}

describe("checkDeclared", () => {
  finds(
    () => exportedGraph("two gcn layers"),
    [
      [
        "an output of another width than follows",
        (graph) => (sizesOf(graph.output[0]!)[1] = { dimValue: toLong(3, "C") }),
        /value "logits": expected float32\[N, 3\] as declared, found float32\[N, 2\]/,
      ],
      [
        "an output with a row per arc",
        (graph) => (sizesOf(graph.output[0]!)[0] = { dimParam: "E" }),
        /value "logits": expected float32\[E, 2\] as declared, found float32\[N, 2\]/,
      ],
      [
        "an output of another rank",
        (graph) => sizesOf(graph.output[0]!).pop(),
        /value "logits": expected float32\[N\] as declared, found float32\[N, 2\]/,
      ],
      [
        "an output of another type",
        (graph) => (graph.output[0]!.type!.tensorType!.elemType = dataTypes.int64),
        /value "logits": expected int64\[N, 2\] as declared, found float32\[N, 2\]/,
      ],
      [
        "an output of a type that the exporter does not use",
        (graph) => (graph.output[0]!.type!.tensorType!.elemType = onnx.TensorProto.DataType.DOUBLE),
        /type of value "logits": expected float32, int64 or bool, found data type 11/,
      ],
      [
        "one row too many",
        // What the neighbours of fillers point to stands behind the rows of nodes.
        (graph) => {
          const padded = graph.node.filter(({ opType, input }) => opType === "Concat" && input![0]!.startsWith("Mul_"));
          nodeOf(graph, "Identity").input = [padded.at(-1)!.output![0]!];
        },
        /value "logits": expected float32\[N, 2\] as declared, found float32\[N\+1, 2\]/,
      ],
      [
        "features of another width than the weights",
        (graph) => (sizesOf(graph.input[0]!)[1] = { dimValue: toLong(4, "F") }),
        /node "Concat_\d+": expected inputs of one size along axis 1, found \[N, 4\] and \[1, 3\]/,
      ],
      [
        "arcs that are not int64",
        (graph) => (graph.input[1]!.type!.tensorType!.elemType = dataTypes.float32),
        /indices of node "ScatterElements_0": expected int64, found float32 \("Gather_1"\)/,
      ],
      [
        "a note on a value that is not so",
        (graph) => graph.valueInfo.push(valueInfoProto({ name: "Relu_0", elementType: "float32", shape: ["N", 7] })),
        /value "Relu_0": expected float32\[N, 7\] as declared, found float32\[N, 5\]/,
      ],
      [
        "a note on a value that is not there",
        (graph) => graph.valueInfo.push(valueInfoProto({ name: "Gelu_0", elementType: "float32" })),
        /value "Gelu_0": expected a value of the graph, found none/,
      ],
      [
        "a constant of sizes below 0",
        (graph) =>
          (graph.initializer.find(({ name }) => name === "first.weight")!.dims = [toLong(-3, ""), toLong(-5, "")]),
        /constant "first.weight": expected sizes from 0, found \[-3, -5\]/,
      ],
    ],
  );
});
