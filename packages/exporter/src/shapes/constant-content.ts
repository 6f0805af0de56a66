import { onnx } from "../builder/proto.js";
import type { Shape, Size } from "./size.js";
import { wholeNumber } from "./whole-number.js";

/** What a constant is. */
export interface ConstantContent {
  readonly shape: Shape;
  /** Number of `TensorProto.DataType`. */
  readonly type: number | undefined;
  /** Of small whole-number tensors of rank 0 or 1. */
  readonly elements: readonly Size[] | undefined;
  /** The number that all elements are, of small tensors that are filled with one. */
  readonly fill: number | undefined;
}

const { DataType } = onnx.TensorProto;

/** Shapes are no longer than this. */
export const mostElements = 16;

/**
 * Returns what a constant is: its sizes, its elements where these are few whole numbers, its number where it is filled.
 */
export function constantContent(tensor: onnx.ITensorProto): ConstantContent {
  const shape = (tensor.dims ?? []).map((size) => `${wholeNumber(size)}`);
  const values = smallValues(tensor);
  const isWhole = tensor.dataType === DataType.INT64 || tensor.dataType === DataType.INT32;
  const [first] = values ?? [];
  return {
    shape,
    type: tensor.dataType ?? undefined,
    elements: isWhole && shape.length <= 1 ? values?.map(String) : undefined,
    fill: first !== undefined && values!.every((value) => value === first) ? Number(first) : undefined,
  };
}

/** How elements are read from raw data, and where they stand otherwise, by the number of their type. */
const readers = new Map<number | null | undefined, Reader>([
  [DataType.INT64, { bytes: 8, at: (view, place) => view.getBigInt64(place, true), listed: (t) => t.int64Data }],
  [DataType.INT32, { bytes: 4, at: (view, place) => view.getInt32(place, true), listed: (t) => t.int32Data }],
  [DataType.FLOAT, { bytes: 4, at: (view, place) => view.getFloat32(place, true), listed: (t) => t.floatData }],
]);

interface Reader {
  readonly bytes: number;
  readonly at: (view: DataView, place: number) => number | bigint;
  readonly listed: (tensor: onnx.ITensorProto) => readonly (number | { toString(): string })[] | null | undefined;
}

/**
 * Returns the elements of a tensor of at most {@link mostElements}, undefined for others and for types without a
 * reader.
 */
export function smallValues(tensor: onnx.ITensorProto): (number | bigint)[] | undefined {
  const count = (tensor.dims ?? []).reduce((product: number, size) => product * wholeNumber(size), 1);
  const reader = readers.get(tensor.dataType);
  const isElsewhere = (tensor.externalData?.length ?? 0) > 0;
  if (count > mostElements || reader === undefined || isElsewhere) return undefined;
  const { rawData } = tensor;
  if (!rawData?.length) {
    // int64 elements are objects of a class of their own.
    return (reader.listed(tensor) ?? []).map((value) => (typeof value === "number" ? value : BigInt(String(value))));
  }
  if (rawData.length < count * reader.bytes) return undefined;
  const view = new DataView(rawData.buffer, rawData.byteOffset, rawData.byteLength);
  return Array.from({ length: count }, (_, i) => reader.at(view, i * reader.bytes));
}
