import {
  attributeProto,
  floatTensor,
  int64Tensor,
  onnx,
  tensorProto,
  toLong,
  valueInfoProto,
  type Attribute,
} from "@evenodds/exporter/internal";

/** A node as `[operator, inputs, output, attributes]`. */
export type HandNode = readonly [string, readonly string[], string, Readonly<Record<string, Attribute>>?];

/** The steps of a sum over neighbours of `x [N, 2]`, written out by name. */
const steps = {
  source: [["Gather", ["edge_index", "zero"], "source"]],
  target: [["Gather", ["edge_index", "one"], "target"]],
  rows: [["Gather", ["x", "source"], "rows"]],
  column: [["Unsqueeze", ["target", "ones"], "column"]],
  index: [
    ["Shape", ["rows"], "rows_shape"],
    ["Expand", ["column", "rows_shape"], "index"],
  ],
  zeros: [
    ["Shape", ["x"], "x_shape"],
    ["ConstantOfShape", ["x_shape"], "zeros"],
  ],
  scatter: [["ScatterElements", ["zeros", "index", "rows"], "logits", { reduction: { string: "add" } }]],
} as const satisfies Readonly<Record<string, readonly HandNode[]>>;

export type Steps = Partial<Record<keyof typeof steps, readonly HandNode[]>>;

/** Encodes a sum over neighbours, with some steps written another way, as a model with the inputs of the contract. */
export function handModel(changed: Steps = {}): Uint8Array {
  return encode(Object.values<readonly HandNode[]>({ ...steps, ...changed }).flat());
}

export function nodeProto([opType, input, output, attributes = {}]: HandNode): onnx.INodeProto {
  return onnx.NodeProto.create({
    opType,
    input: [...input],
    output: [output],
    attribute: Object.entries(attributes).map(([name, attribute]) => attributeProto(name, attribute)),
  });
}

function encode(nodes: readonly HandNode[]): Uint8Array {
  const constants = {
    zero: int64Tensor([0], []),
    one: int64Tensor([1], []),
    ones: int64Tensor([1]),
    two: int64Tensor([2]),
    starts: int64Tensor([0, 0]),
    minus_one: int64Tensor([-1]),
    flat: int64Tensor([-1, 1]),
    three_axes: int64Tensor([-1, 2, 1]),
    truth: { elementType: "bool", shape: [], bytes: Uint8Array.of(1) },
    nought: floatTensor(Float32Array.of(0)),
  } as const;
  const read = new Set(nodes.flatMap(([, inputs]) => inputs));
  return onnx.ModelProto.encode({
    irVersion: toLong(8, "IR version"),
    opsetImport: [{ domain: "", version: toLong(18, "opset") }],
    graph: {
      name: "by hand",
      node: nodes.map(nodeProto),
      initializer: Object.entries(constants)
        .filter(([name]) => read.has(name))
        .map(([name, tensor]) => tensorProto(name, tensor)),
      input: [
        valueInfoProto({ name: "x", elementType: "float32", shape: ["N", 2] }),
        valueInfoProto({ name: "edge_index", elementType: "int64", shape: [2, "E"] }),
        ...(read.has("edge_weight")
          ? [valueInfoProto({ name: "edge_weight", elementType: "float32", shape: ["E"] })]
          : []),
      ],
      output: [valueInfoProto({ name: "logits", elementType: "float32", shape: ["N", 2] })],
    },
  }).finish();
}
