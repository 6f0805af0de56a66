import { ProofError } from "@evenodds/core";
import { checkStructure, exportModel } from "@evenodds/exporter";
import { onnx, toLong } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { linear, randomModel, twoLayers } from "../support/models.js";

const bytes = exportModel(randomModel(twoLayers));

/** The exported file after `change`, written again. */
function changed(change: (parts: { model: onnx.ModelProto; graph: onnx.GraphProto }) => void): Uint8Array {
  const model = onnx.ModelProto.decode(bytes);
  change({ model, graph: model.graph as onnx.GraphProto });
  return onnx.ModelProto.encode(model).finish();
}

function nodeOf(graph: onnx.IGraphProto, operator: string): onnx.INodeProto {
  return graph.node!.find(({ opType }) => opType === operator)!;
}

function branchOf(graph: onnx.IGraphProto): onnx.IGraphProto {
  return nodeOf(graph, "If").attribute![0]!.g!;
}

const relu = (input: string, output: string) =>
  onnx.NodeProto.create({ name: output, opType: "Relu", input: [input], output: [output] });

describe("checkStructure", () => {
  it("accepts what exportModel writes and counts what is in it", () => {
    const parameters = 3 * 2 + 2;
    expect(checkStructure(exportModel(randomModel([linear("l", 3, 2)])))).to.deep.equal({
      nodes: 2,
      initializers: 2,
      parameters,
      operators: ["Gemm", "Identity"],
    });
    const found = checkStructure(bytes);
    expect(found.operators).to.include.members(["If", "TopK", "ScatterElements", "ReduceSum"]);
    expect(found.operators).not.to.include("ScatterND");
  });

  const faults: [string, Uint8Array, RegExp][] = [
    ["bytes that are no ONNX file", Uint8Array.of(255, 255, 255), /file: expected an ONNX model/],
    ["a file that is cut off", bytes.subarray(0, bytes.length - 7), /file: expected an ONNX model/],
    ["an empty file", new Uint8Array(0), /IR version: expected 8, found 0/],
    ["a field of a newer format", Uint8Array.from([...bytes, 0xfa, 0x07, 1, 65]), /decoded and encoded again/],
    [
      "another IR version",
      changed(({ model }) => (model.irVersion = toLong(10, "ir"))),
      /IR version: expected 8, found 10/,
    ],
    [
      "a lower opset",
      changed(({ model }) => (model.opsetImport[0]!.version = toLong(13, "opset"))),
      /opset: expected ai.onnx 18, found ai.onnx 13/,
    ],
    [
      "a second operator set",
      changed(({ model }) => model.opsetImport.push({ domain: "ai.onnx.ml", version: toLong(3, "opset") })),
      /opset.*ai.onnx.ml 3/,
    ],
    [
      "metadata that are missing",
      changed(({ model }) => model.metadataProps.shift()),
      /metadata "evenodds.feature_names": expected a value, found none/,
    ],
    [
      "metadata given twice",
      changed(({ model }) => model.metadataProps.push(model.metadataProps[0]!)),
      /metadata "evenodds.feature_names": expected one value/,
    ],
    [
      "metadata that are no list",
      changed(({ model }) => (model.metadataProps[2]!.value = "{}")),
      /"evenodds.classes": expected a JSON list/,
    ],
    [
      "metadata that are no JSON",
      changed(({ model }) => (model.metadataProps[2]!.value = "[")),
      /"evenodds.classes": expected a JSON list/,
    ],
    [
      "a class that the logits do not have",
      changed(({ model }) => (model.metadataProps[2]!.value = '["a","b","c"]')),
      /outputs: expected logits: float32\[N, 3\], found logits: float32\[N, 2\]/,
    ],
    [
      "a task that nobody knows",
      changed(({ model }) => (model.metadataProps[1]!.value = "clustering")),
      /"evenodds.task": expected classification, binary, regression, found "clustering"/,
    ],
    [
      "more columns than the task has",
      changed(({ model }) => (model.metadataProps[1]!.value = "binary")),
      /outputs: expected logits: float32\[N, 1\], found logits: float32\[N, 2\]/,
    ],
    [
      "an input of another name",
      changed(({ graph }) => (graph.input[0]!.name = "features")),
      /inputs: expected x: .*found features/,
    ],
    ["a third input", changed(({ graph }) => graph.input.push({ name: "edge_weight" })), /inputs.*edge_weight/],
    [
      "an output of another type",
      changed(({ graph }) => (graph.output[0]!.type!.tensorType!.elemType = onnx.TensorProto.DataType.INT64)),
      /outputs.*int64\[N, 2\]/,
    ],
    ["no graph", changed(({ model }) => (model.graph = null)), /inputs: .*found none/],
    [
      "ScatterND",
      changed(({ graph }) => (nodeOf(graph, "ScatterElements").opType = "ScatterND")),
      /expected no ScatterND.*Gather and ReduceSum/,
    ],
    [
      "ScatterND in a branch",
      changed(({ graph }) => (branchOf(graph).node![0]!.opType = "ScatterND")),
      /expected no ScatterND/,
    ],
    [
      "an operator that is unknown",
      changed(({ graph }) => (nodeOf(graph, "Relu").opType = "Gelu")),
      /operator of the exporter, found "Gelu"/,
    ],
    [
      "an operator of another domain",
      changed(({ graph }) => (nodeOf(graph, "Relu").domain = "com.microsoft")),
      /domain "com.microsoft"/,
    ],
    [
      "a constant with too few bytes",
      changed(({ graph }) => (graph.initializer[0]!.rawData = new Uint8Array(3))),
      /constant "first.weight": expected 60 bytes for float32 \[3, 5\], found 3/,
    ],
    [
      "a constant in another field",
      changed(({ graph }) =>
        Object.assign(graph.initializer[0]!, { rawData: new Uint8Array(0), floatData: new Array(15).fill(1) }),
      ),
      /expected 60 bytes .*found 0/,
    ],
    [
      "a constant of another type",
      changed(({ graph }) => (graph.initializer[0]!.dataType = onnx.TensorProto.DataType.FLOAT16)),
      /"first.weight": expected float32, int64 or bool/,
    ],
    [
      "an operand of another type",
      changed(({ graph }) => (graph.node.findLast(({ opType }) => opType === "Mul")!.input![1] = "Gather_0")),
      /b of node "Mul_\d+": expected float32, as a, found int64/,
    ],
    [
      "weights of another shape",
      changed(({ graph }) => graph.initializer[0]!.dims!.reverse()),
      /node "Gemm_0": expected inner sizes that are equal, found \[N, 3\] and \[5, 3\]/,
    ],
    [
      "an attribute of another type",
      changed(({ graph }) => (nodeOf(graph, "Concat").attribute![0]!.type = onnx.AttributeProto.AttributeType.FLOAT)),
      /attribute "axis" of node "Concat_0": expected type INT, found FLOAT/,
    ],
    [
      "logits of more columns than the nodes give",
      changed(({ model, graph }) => {
        model.metadataProps[2]!.value = '["a","b","c"]';
        graph.output[0]!.type!.tensorType!.shape!.dim![1]!.dimValue = toLong(3, "columns");
      }),
      /value "logits": expected float32\[N, 3\] as declared, found float32\[N, 2\]/,
    ],
    [
      "nodes out of order",
      changed(({ graph }) => graph.node.reverse()),
      /input of node "logits": expected a value that is produced before/,
    ],
    [
      "a value that nobody produces",
      changed(({ graph }) => (nodeOf(graph, "Relu").input![0] = "nowhere")),
      /produced before, found "nowhere"/,
    ],
    [
      "a value of a branch read outside",
      changed(({ graph }) => graph.node.push(relu(branchOf(graph).node![0]!.output![0]!, "r"))),
      /input of node "r": expected a value that is produced/,
    ],
    [
      "two values of one name",
      changed(({ graph }) => graph.node.push(relu("x", "Relu_0"))),
      /value "Relu_0": expected a name that is given once/,
    ],
    [
      "a value of a branch named like one around",
      changed(({ graph }) => branchOf(graph).node!.push(relu("x", "x"))),
      /value "x": expected a name that is given once/,
    ],
    [
      "a node that nobody reads",
      changed(({ graph }) => graph.node.push(relu("x", "spare"))),
      /node "spare": expected a node that is used/,
    ],
    [
      "a constant that nobody reads",
      changed(({ graph }) => graph.initializer.push({ ...graph.initializer[0]!, name: "spare" })),
      /constant "spare": expected a constant that is used/,
    ],
    [
      "an output that no node gives",
      changed(({ graph }) => graph.node.pop()),
      /output of graph "node_classifier": .*found "logits"/,
    ],
  ];
  for (const [fault, broken, message] of faults) {
    it(`finds ${fault}`, () => {
      expect(() => checkStructure(broken)).to.throw(ProofError, message);
    });
  }
});
