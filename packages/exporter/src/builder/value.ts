import { dataTypes, type ElementType } from "./element-type.js";
import { onnx, toLong } from "./proto.js";

/** A tensor that exists while the graph runs: an input, a constant or the output of a node. */
export interface Value<T extends ElementType = ElementType> {
  readonly name: string;
  readonly elementType: T;
}

/** A value together with its sizes; a string is the name of a size that is known only when the graph runs. */
export interface ShapedValue<T extends ElementType = ElementType> extends Value<T> {
  readonly shape: readonly (number | string)[];
}

/** Returns the message that declares an input or output. Without `shape` nothing is said about the sizes. */
export function valueInfoProto(
  value: Value & { readonly shape?: ShapedValue["shape"] | undefined },
): onnx.ValueInfoProto {
  const dim = value.shape?.map((size) =>
    typeof size === "string" ? { dimParam: size } : { dimValue: toLong(size, `a dimension of "${value.name}"`) },
  );
  return onnx.ValueInfoProto.create({
    name: value.name,
    type: { tensorType: { elemType: dataTypes[value.elementType], ...(dim === undefined ? {} : { shape: { dim } }) } },
  });
}
