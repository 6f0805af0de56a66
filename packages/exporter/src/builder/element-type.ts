import { onnx } from "./proto.js";

/** The element types that exported graphs use. */
export type ElementType = "float32" | "int64" | "bool";

const { DataType } = onnx.TensorProto;

/** Number of `TensorProto.DataType` per element type. */
export const dataTypes = {
  float32: DataType.FLOAT,
  int64: DataType.INT64,
  bool: DataType.BOOL,
} as const satisfies Record<ElementType, onnx.TensorProto.DataType>;

/** Bytes of one element in `raw_data`. */
export const elementBytes = { float32: 4, int64: 8, bool: 1 } as const satisfies Record<ElementType, number>;

/** Returns the element type of a `TensorProto.DataType` number, or undefined where exported graphs never use it. */
export function elementTypeOf(dataType: number | null | undefined): ElementType | undefined {
  const types: readonly ElementType[] = ["float32", "int64", "bool"];
  return types.find((type) => dataTypes[type] === dataType);
}
