import type { onnx } from "../../builder/proto.js";
import { constantContent, smallValues } from "../../shapes/constant-content.js";

/** Returns a text that is the same for equal constants and for no others. */
export function constantKey(name: string, tensor: onnx.ITensorProto): string {
  const { shape, type } = constantContent(tensor);
  const values = smallValues(tensor);
  return values === undefined
    ? `tensor ${name}`
    : `tensor ${type} [${shape.join()}] ${values.map((value) => (Object.is(value, -0) ? "-0" : value)).join()}`;
}
