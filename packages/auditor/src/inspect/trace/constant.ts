import onnxProto, { type onnx as types } from "onnx-proto";
import { halfToNumber } from "../half.js";
import { unknownFact, type TracedValue } from "./traced-value.js";

const { FLOAT, DOUBLE, INT32, INT64, BOOL, FLOAT16 } = onnxProto.onnx.TensorProto.DataType;
const { EXTERNAL } = onnxProto.onnx.TensorProto.DataLocation;

const wholes: ReadonlySet<number> = new Set([INT32, INT64]);

/** Constants of more elements than these are not read, but for whether whole numbers repeat. */
const mostRead = 4096;
const mostCompared = 1_000_000;

/** Returns what is known of a constant tensor. Contents in other files are not read. */
export function constantFact(tensor: types.ITensorProto): TracedValue {
  const shape = (tensor.dims ?? []).map((size) => Number(String(size)));
  const type = tensor.dataType ?? 0;
  const count = shape.reduce((product, size) => product * size, 1);
  const isWhole = wholes.has(type);
  const isRead = tensor.dataLocation !== EXTERNAL && count <= (isWhole ? mostCompared : mostRead);
  const values = isRead ? elementsOf(tensor, count) : null;
  const distinct = isWhole && values !== null && new Set(values).size === count;
  const [first = null] = values ?? [];
  return {
    ...unknownFact,
    ...{ type, shape, fixed: true, distinct, repeats: isWhole && !distinct },
    values: count <= mostRead ? values : null,
    fill: values?.every((value) => value === first) ? first : null,
    meaning: { kind: "constant" },
  };
}

/** Returns a constant of whole numbers, as attributes of old operators and `Constant` give them. */
export function integersFact(values: readonly number[], shape: readonly number[]): TracedValue {
  const distinct = new Set(values).size === values.length;
  const [first = null] = values;
  const fill = values.every((value) => value === first) ? first : null;
  const own = { type: INT64, shape, values, fill, distinct, repeats: !distinct };
  return { ...unknownFact, ...own, fixed: true, meaning: { kind: "constant" } };
}

function elementsOf(tensor: types.ITensorProto, count: number): number[] | null {
  const { dataType: type, rawData: raw } = tensor;
  if (raw?.length) return rawElements(raw, { type: type ?? 0, count });
  const listed =
    type === FLOAT
      ? tensor.floatData
      : type === DOUBLE
        ? tensor.doubleData
        : type === INT64
          ? tensor.int64Data
          : type === INT32 || type === BOOL
            ? tensor.int32Data
            : null;
  if (listed?.length !== count) return null;
  return Array.from<unknown, number>(listed, (value) => Number(String(value)));
}

function rawElements(raw: Uint8Array, { type, count }: { type: number; count: number }): number[] | null {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const at = readers.get(type);
  if (at === undefined || raw.length !== count * at.bytes) return null;
  return Array.from({ length: count }, (_, i) => at.read(view, i * at.bytes));
}

const readers: ReadonlyMap<number, { bytes: number; read: (view: DataView, offset: number) => number }> = new Map([
  [FLOAT, { bytes: 4, read: (view, offset) => view.getFloat32(offset, true) }],
  [DOUBLE, { bytes: 8, read: (view, offset) => view.getFloat64(offset, true) }],
  [INT32, { bytes: 4, read: (view, offset) => view.getInt32(offset, true) }],
  [INT64, { bytes: 8, read: (view, offset) => Number(view.getBigInt64(offset, true)) }],
  [BOOL, { bytes: 1, read: (view, offset) => view.getUint8(offset) }],
  [FLOAT16, { bytes: 2, read: (view, offset) => halfToNumber(view.getUint16(offset, true)) }],
]);
