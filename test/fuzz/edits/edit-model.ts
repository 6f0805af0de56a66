import type { Random } from "@evenodds/core";
import onnxProto from "onnx-proto";
import { oneOf, type Edit } from "./edit.js";

const { onnx } = onnxProto;
type Graph = onnxProto.onnx.GraphProto;

/** Operators of many kinds: of shapes, of indices, along axes, of two operands, with graphs inside. */
const operators: readonly string[] = [
  ...["Abs", "Add", "And", "ArgMax", "AveragePool", "BatchNormalization", "Cast", "Clip", "Compress", "Concat", "Conv"],
  ...["ConstantOfShape", "CumSum", "DepthToSpace", "Div", "Dropout", "Einsum", "Equal", "Expand", "EyeLike", "Flatten"],
  ...["GRU", "Gather", "GatherElements", "GatherND", "Gemm", "GridSample", "Identity", "If", "IsNaN", "LSTM"],
  ...["LayerNormalization", "Loop", "MatMul", "MatMulInteger", "MaxPool", "MaxUnpool", "Mod", "Mul", "Multinomial"],
  ...["NonMaxSuppression", "NonZero", "Not", "OneHot", "Pad", "Pow", "QuantizeLinear", "RandomNormalLike", "Range"],
  ...["Reciprocal", "ReduceMax", "ReduceSum", "Relu", "Reshape", "Resize", "ReverseSequence", "RoiAlign", "Scan"],
  ...["ScatterElements", "ScatterND", "SequenceAt", "SequenceConstruct", "Shape", "Shrink", "Size", "Slice", "Softmax"],
  ...["Split", "SplitToSequence", "Squeeze", "StringNormalizer", "Sub", "Sum", "TfIdfVectorizer", "Tile", "TopK"],
  ...["Transpose", "Trilu", "Unique", "Unsqueeze", "Where", "Xor"],
];

const sizes = [0, 1, -1, 2, 3, -2, 5, 6, 8, 255, 65_536, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 33, 2 ** 53, 2 ** 62];

/** Changes one thing of a graph that many files still load with: an operator, an end of it, a constant, a type. */
export const editGraph: Edit = (bytes, random) => {
  const model = onnx.ModelProto.decode(bytes);
  const graph = model.graph as Graph | null;
  if (!graph) return bytes;
  const kinds = [editOperator, editEnds, editEnds, editAttribute, editConstant, editConstant, editType, editOrder];
  oneOf(kinds, random)(graph, random);
  if (random.integer(20) === 0) for (const opset of model.opsetImport) opset.version = random.integer(30);
  try {
    return onnx.ModelProto.encode(model).finish();
  } catch {
    // A value of another kind than its field can hold, from an earlier change.
    return bytes;
  }
};

function editOperator({ node }: Graph, random: Random): void {
  if (node.length > 0) oneOf(node, random).opType = oneOf([...operators, ...node.map(({ opType }) => opType!)], random);
}

function editEnds({ node, initializer, input, output }: Graph, random: Random): void {
  if (node.length === 0) return;
  const names = [
    ...node.flatMap((one) => one.output ?? []),
    ...[...initializer, ...input].map(({ name }) => name!),
    "",
  ];
  const ends = random.integer(5) === 0 ? oneOf(node, random).output! : oneOf(node, random).input!;
  const at = random.integer(ends.length + 1);
  if (random.integer(4) === 0) ends.splice(at, 1);
  else ends[at] = oneOf(names, random);
  if (random.integer(12) === 0 && output.length > 0) oneOf(output, random).name = oneOf(names, random);
}

function editAttribute({ node }: Graph, random: Random): void {
  const attributes = node.flatMap((one) => one.attribute ?? []);
  if (attributes.length === 0) return;
  const attribute = oneOf(attributes, random);
  if (attribute.ints && attribute.ints.length > 0)
    attribute.ints[random.integer(attribute.ints.length)] = oneOf(sizes, random);
  else if (attribute.t) editTensor(attribute.t, random);
  else {
    const way = random.integer(3);
    if (way === 0) attribute.name = oneOf(attributes, random).name;
    else if (way === 1) attribute.type = random.integer(16);
    else attribute.i = oneOf(sizes, random);
  }
}

function editConstant({ initializer }: Graph, random: Random): void {
  if (initializer.length > 0) editTensor(oneOf(initializer, random), random);
}

function editTensor(tensor: onnxProto.onnx.ITensorProto, random: Random): void {
  const dims = (tensor.dims ??= []);
  switch (random.integer(5)) {
    case 0:
      dims[random.integer(dims.length + 1)] = oneOf(sizes, random);
      return;
    case 1:
      dims.splice(random.integer(dims.length + 1), 1);
      return;
    case 2:
      tensor.dataType = random.integer(24);
      return;
    default: {
      // Eight bytes at once: most constants that are not weights are int64.
      const raw = Buffer.from(tensor.rawData ?? []);
      if (raw.length >= 8) {
        raw.writeBigInt64LE(BigInt(oneOf(sizes, random)), 8 * random.integer(Math.floor(raw.length / 8)));
        tensor.rawData = raw;
      } else if (tensor.int64Data && tensor.int64Data.length > 0) {
        tensor.int64Data[random.integer(tensor.int64Data.length)] = oneOf(sizes, random);
      } else if (tensor.floatData && tensor.floatData.length > 0) {
        tensor.floatData[random.integer(tensor.floatData.length)] = oneOf([NaN, Infinity, -0, 1e38, 0], random);
      }
    }
  }
}

function editType({ input, output, valueInfo }: Graph, random: Random): void {
  const infos = [...input, ...output, ...(random.integer(2) === 0 ? valueInfo : [])];
  const type = infos.length === 0 ? undefined : oneOf(infos, random).type?.tensorType;
  if (!type) return;
  const dims = type.shape?.dim ?? [];
  const way = random.integer(4);
  if (way === 0) type.elemType = random.integer(24);
  else if (way === 1) dims.splice(random.integer(dims.length + 1), random.integer(2), { dimParam: "N" });
  else if (dims.length > 0) {
    const name = oneOf(["N", "E", "x", ""], random);
    dims[random.integer(dims.length)] = way === 2 ? { dimValue: oneOf(sizes, random) } : { dimParam: name };
  }
}

function editOrder({ node }: Graph, random: Random): void {
  if (node.length === 0) return;
  const [one] = node.splice(random.integer(node.length), 1);
  if (random.integer(3) > 0) node.splice(random.integer(node.length + 1), 0, one!);
}
