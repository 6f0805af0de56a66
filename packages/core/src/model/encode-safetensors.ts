import { ModelError } from "../errors.js";
import { JsonRefusal, parseJson } from "../notation/parse-json.js";

/** Element types that evenodds stores. */
export type StoredArray = Float32Array | Float64Array | Int32Array;

/** One array of a safetensors file. */
export interface StoredTensor {
  readonly shape: readonly number[];
  readonly values: StoredArray;
}

type Dtype = "F32" | "F64" | "I32";

/** How the element types are read that a file may have: their bytes, and the array that holds their numbers. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["F32", { bytes: 4, read: (data) => new Float32Array(data) }],
  ["F64", { bytes: 8, read: (data) => new Float64Array(data) }],
  ["I32", { bytes: 4, read: (data) => new Int32Array(data) }],
  ["F16", { bytes: 2, read: (data) => fromFloat16(new Uint16Array(data)) }],
  ["BF16", { bytes: 2, read: (data) => fromBfloat16(new Uint16Array(data)) }],
  ["I64", { bytes: 8, read: (data) => Float64Array.from(new BigInt64Array(data), Number) }],
]);

interface Reader {
  readonly bytes: number;
  readonly read: (data: ArrayBuffer) => StoredArray;
}

interface HeaderEntry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

/**
 * Returns a safetensors file: eight bytes with the header's length, a JSON header, then the data of all tensors without
 * gaps. Tensors are in the order of the map and the header is padded with blanks to a multiple of eight bytes, so
 * equal input gives equal bytes. Source: the format page of huggingface/safetensors.
 */
export function encodeSafetensors(
  tensors: ReadonlyMap<string, StoredTensor>,
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
  const entries: [string, HeaderEntry | Readonly<Record<string, string>>][] = [["__metadata__", metadata]];
  let length = 0;
  for (const [name, { shape, values }] of tensors) {
    const offsets: HeaderEntry["data_offsets"] = [length, length + values.byteLength];
    entries.push([name, { dtype: dtypeOf(values), shape: [...shape], data_offsets: offsets }]);
    length += values.byteLength;
  }
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)));
  const headerLength = Math.ceil(json.length / 8) * 8;
  const file = new Uint8Array(8 + headerLength + length).fill(0x20, 8, 8 + headerLength);
  new DataView(file.buffer).setBigUint64(0, BigInt(headerLength), true);
  file.set(json, 8);
  let at = 8 + headerLength;
  for (const { values } of tensors.values()) {
    file.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    at += values.byteLength;
  }
  return file;
}

/**
 * Reads a safetensors file, of {@link encodeSafetensors} or of another tool. Arrays are copies. `F16` and `BF16` become
 * float32, which holds each of their numbers; `I64` becomes float64. Throws {@link ModelError}, with `name` as its
 * argument, for a file that is cut off, is not a safetensors file, holds another element type, an integer beyond 2^53,
 * or a tensor whose bytes are not those of its shape.
 */
export function decodeSafetensors(
  file: Uint8Array,
  name: string,
): { tensors: Map<string, StoredTensor>; metadata: ReadonlyMap<string, string> } {
  const broken = (found: string) => new ModelError({ argument: name, expected: "a safetensors file", found });
  if (file.length < 8) throw broken(`${file.length} bytes`);
  const headerLength = Number(new DataView(file.buffer, file.byteOffset, 8).getBigUint64(0, true));
  // V8 limits texts to 2^29 characters.
  if (headerLength > 2 ** 29 - 24) throw broken(`a header of ${headerLength} bytes`);
  if (headerLength > file.length - 8) throw broken(`a header of ${headerLength} bytes in a file of ${file.length}`);
  const header = parseHeader(new TextDecoder().decode(file.subarray(8, 8 + headerLength)), broken);
  const { __metadata__: metadata, ...entries } = header;
  const tensors = new Map<string, StoredTensor>();
  for (const [key, entry] of Object.entries(entries as Record<string, HeaderEntry>)) {
    const { dtype, shape, data_offsets: offsets } = checkedEntry(key, entry, broken);
    const [start, end] = offsets.map((offset) => 8 + headerLength + offset) as [number, number];
    if (end > file.length) throw broken(`tensor ${key} cut off at byte ${file.length} of ${end}`);
    // A copy of its own: `slice` of a Node Buffer would share the buffer, at an offset that may not be aligned.
    const values = readers.get(dtype)!.read(new Uint8Array(file.subarray(start, end)).buffer);
    if (dtype === "I64" && values.some((value) => !Number.isSafeInteger(value))) {
      throw broken(`tensor ${key} with an integer beyond 2^53`);
    }
    tensors.set(key, { shape, values });
  }
  return { tensors, metadata: textsOf(metadata, broken) };
}

function dtypeOf(values: StoredArray): Dtype {
  if (values instanceof Float32Array) return "F32";
  return values instanceof Float64Array ? "F64" : "I32";
}

type Broken = (found: string) => ModelError;

function parseHeader(json: string, broken: Broken): Record<string, unknown> {
  let header: unknown;
  try {
    header = parseJson(json);
  } catch (cause) {
    throw broken(cause instanceof JsonRefusal ? `a header with ${cause.message}` : "a header that is not JSON");
  }
  if (typeof header !== "object" || header === null || Array.isArray(header)) throw broken("a header without tensors");
  return header as Record<string, unknown>;
}

function textsOf(metadata: unknown, broken: Broken): ReadonlyMap<string, string> {
  if (metadata === undefined) return new Map();
  const entries = typeof metadata === "object" ? Object.entries(metadata ?? {}) : [];
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
  if (metadata === null || typeof metadata !== "object" || !entries.every(isText)) {
    throw broken("metadata that are not texts under their names");
  }
  return new Map(entries);
}

function checkedEntry(key: string, entry: Partial<HeaderEntry> | null, broken: Broken): HeaderEntry {
  const { dtype, shape, data_offsets: offsets } = entry ?? {};
  const areSizes = (list: readonly number[] | undefined): list is readonly number[] =>
    Array.isArray(list) && list.every((size) => Number.isSafeInteger(size) && size >= 0);
  if (typeof dtype !== "string" || !areSizes(shape) || !areSizes(offsets) || offsets.length !== 2) {
    throw broken(`tensor ${key} without dtype, shape and data_offsets`);
  }
  const reader = readers.get(dtype);
  if (reader === undefined) throw broken(`tensor ${key} of type ${dtype}`);
  const bytes = shape.reduce((product, size) => product * size, reader.bytes);
  const [start, end] = offsets;
  if (end - start === bytes) return { dtype, shape, data_offsets: offsets };
  throw broken(`tensor ${key} of ${end - start} bytes, where its shape [${shape.join(", ")}] needs ${bytes}`);
}

/** Returns the numbers of IEEE 754 binary16 (`F16`), each exactly, as float32. */
function fromFloat16(halves: Uint16Array): Float32Array {
  return Float32Array.from(halves, (bits) => {
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = (bits >> 10) & 0x1f;
    const fraction = bits & 0x3ff;
    if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
    // An exponent of 0 stands for numbers without the leading one.
    return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
}

/** Returns the numbers of `BF16`, the upper half of a float32 each, exactly. */
function fromBfloat16(halves: Uint16Array): Float32Array {
  return new Float32Array(Uint32Array.from(halves, (bits) => bits << 16).buffer);
}
