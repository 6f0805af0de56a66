import { onnx } from "../../builder/proto.js";
import { intAttribute } from "../../shapes/operation.js";
import type { Origin } from "./fact.js";

const { DataType } = onnx.TensorProto;
const logical = "And Equal Greater GreaterOrEqual IsInf IsNaN Less LessOrEqual Not Or Xor".split(" ");
const likeFirst = [
  ..."Abs Add Clip Column Concat CumSum Div Dropout Elu Erf Exp Expand Flatten Gather GatherElements GatherND Gemm".split(
    " ",
  ),
  ..."Identity LeakyRelu Log LogSoftmax MatMul Max Mean Min Mod Mul Neg Pow Range Reciprocal ReduceMax".split(" "),
  ..."ReduceMean ReduceMin ReduceSum Relu Reshape ScatterElements ScatterND Sigmoid Slice Softmax Sqrt".split(" "),
  ..."Squeeze Sub Sum Tanh Tile Transpose Unsqueeze".split(" "),
];

/** Returns the element type of a node's first output, undefined where it cannot be told. */
export function typeOf(origin: Origin): number | undefined {
  const { operator, operands, attributes } = origin;
  if (likeFirst.includes(operator)) return operands[0]?.type;
  if (logical.includes(operator)) return DataType.BOOL;
  switch (operator) {
    case "Shape":
    case "Size":
    case "NonZero":
      return DataType.INT64;
    case "Cast":
      return intAttribute(origin, "to", 0);
    case "Where":
      return operands[1]?.type;
    case "ConstantOfShape":
      return attributes.get("value")?.t?.dataType ?? DataType.FLOAT;
    default:
      return undefined;
  }
}
