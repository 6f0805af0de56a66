import { onnx } from "../../builder/proto.js";
import type { Fact } from "./fact.js";

type Content = Pick<Fact, "shape" | "type" | "elements" | "fill">;

const { DataType } = onnx.TensorProto;

/** Shapes are no longer than this. */
export const mostElements = 16;

/** Returns what a constant is: its sizes, its elements where these are few whole numbers, its number where it is filled. */
export function constantContent(tensor: onnx.ITensorProto): Content {
  const shape = (tensor.dims ?? []).map(String);
  const values = smallValues(tensor, shape.map(Number));
  const isWhole = tensor.dataType === DataType.INT64 || tensor.dataType === DataType.INT32;
  const [first] = values ?? [];
  return {
    shape,
    type: tensor.dataType ?? undefined,
    elements: isWhole && shape.length <= 1 ? values?.map(String) : undefined,
    fill: first !== undefined && values!.every((value) => value === first) ? Number(first) : undefined,
  };
}

/** A text that is the same for equal constants and for no others. */
export function constantKey(name: string, tensor: onnx.ITensorProto): string {
  const { shape, type } = constantContent(tensor);
  const values = smallValues(tensor, shape!.map(Number));
  return values === undefined
    ? `tensor ${name}`
    : `tensor ${type} [${shape!.join()}] ${values.map((value) => (Object.is(value, -0) ? "-0" : value)).join()}`;
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

function smallValues(tensor: onnx.ITensorProto, shape: readonly number[]): (number | bigint)[] | undefined {
  const count = shape.reduce((product, size) => product * size, 1);
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
