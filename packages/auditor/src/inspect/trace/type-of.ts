import onnxProto from "onnx-proto";
import { integer } from "./attributes.js";
import type { Application } from "./shape-of.js";

const { BOOL, FLOAT, INT64 } = onnxProto.onnx.TensorProto.DataType;

const truths: ReadonlySet<string> = new Set(
  "And Equal Greater GreaterOrEqual IsInf IsNaN Less LessOrEqual Not Or Xor".split(" "),
);
const places: ReadonlySet<string> = new Set("ArgMax ArgMin NonZero Shape Size".split(" "));

/** Returns the element type of what an operator gives, 0 where it is not known. */
export function typeOf({ operator, attributes, inputs, place }: Application): number {
  if (truths.has(operator)) return BOOL;
  if (places.has(operator) || (operator === "TopK" && place === 1)) return INT64;
  if (operator.includes(":")) return 0;
  switch (operator) {
    case "Cast":
      return integer(attributes, "to", 0);
    case "CastLike":
    case "Where":
      return inputs[1]?.type ?? 0;
    case "ConstantOfShape":
      return attributes.get("value")?.t?.dataType ?? FLOAT;
    case "DequantizeLinear":
      return inputs[1]?.type ?? 0;
    case "QuantizeLinear":
    case "OneHot":
      return inputs[2]?.type ?? 0;
    default:
      return place === 0 ? Math.max(0, inputs[0]?.type ?? 0) : 0;
  }
}
