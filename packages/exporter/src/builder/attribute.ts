import { ModelError } from "@evenodds/core";
import { onnx, toLong } from "./proto.js";

/** The value of a node's attribute, tagged with its type so that none is ever guessed. */
export type Attribute =
  | { readonly int: number | bigint }
  | { readonly ints: readonly (number | bigint)[] }
  | { readonly float: number }
  | { readonly string: string }
  | { readonly graph: onnx.IGraphProto };

const { AttributeType } = onnx.AttributeProto;
const utf8 = new TextEncoder();

/**
 * Returns the message of an attribute. Text becomes UTF-8 bytes here, because the protobuf writer takes a string in a
 * bytes field for base64, and integers become Long.
 *
 * Throws {@link ModelError} for an integer that 64 bits cannot hold and for a float that is not finite.
 */
export function attributeProto(name: string, attribute: Attribute): onnx.AttributeProto {
  const argument = `attribute "${name}"`;
  if ("int" in attribute) {
    return onnx.AttributeProto.create({ name, type: AttributeType.INT, i: toLong(attribute.int, argument) });
  }
  if ("ints" in attribute) {
    const ints = attribute.ints.map((value) => toLong(value, argument));
    return onnx.AttributeProto.create({ name, type: AttributeType.INTS, ints });
  }
  if ("float" in attribute) {
    if (!Number.isFinite(attribute.float)) {
      throw new ModelError({ argument, expected: "a finite number", found: `${attribute.float}` });
    }
    return onnx.AttributeProto.create({ name, type: AttributeType.FLOAT, f: attribute.float });
  }
  if ("string" in attribute) {
    return onnx.AttributeProto.create({ name, type: AttributeType.STRING, s: utf8.encode(attribute.string) });
  }
  return onnx.AttributeProto.create({ name, type: AttributeType.GRAPH, g: attribute.graph });
}
