import { ModelError } from "../errors.js";

/** Element types that evenodds stores. */
export type StoredArray = Float32Array | Float64Array | Int32Array;

/** One array of a safetensors file. */
export interface StoredTensor {
  readonly shape: readonly number[];
  readonly values: StoredArray;
}

const dtypes = { F32: Float32Array, F64: Float64Array, I32: Int32Array } as const;
type Dtype = keyof typeof dtypes;

interface HeaderEntry {
  dtype: Dtype;
  shape: number[];
  data_offsets: [number, number];
}

/**
 * Returns a safetensors file: eight bytes with the header's length, a JSON header, then the data of all tensors without
 * gaps. Tensors stand in the order of the map and the header is padded with blanks to a multiple of eight bytes, so equal
 * input gives equal bytes. Source: the format page of huggingface/safetensors.
 */
export function encodeSafetensors(
  tensors: ReadonlyMap<string, StoredTensor>,
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
  const header: Record<string, HeaderEntry | Readonly<Record<string, string>>> = { __metadata__: metadata };
  let length = 0;
  for (const [name, { shape, values }] of tensors) {
    header[name] = { dtype: dtypeOf(values), shape: [...shape], data_offsets: [length, length + values.byteLength] };
    length += values.byteLength;
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
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
 * Reads what {@link encodeSafetensors} writes. Arrays are copies. Throws {@link ModelError}, with `name` as its argument,
 * for a file that is cut off, is no safetensors file, or holds another element type.
 */
export function decodeSafetensors(
  file: Uint8Array,
  name: string,
): { tensors: Map<string, StoredTensor>; metadata: Record<string, string> } {
  const broken = (found: string) => new ModelError({ argument: name, expected: "a safetensors file", found });
  if (file.length < 8) throw broken(`${file.length} bytes`);
  const headerLength = Number(new DataView(file.buffer, file.byteOffset, 8).getBigUint64(0, true));
  if (headerLength > file.length - 8) throw broken(`a header of ${headerLength} bytes in a file of ${file.length}`);
  const header = parseHeader(new TextDecoder().decode(file.subarray(8, 8 + headerLength)), broken);
  const { __metadata__: metadata = {}, ...entries } = header;
  const tensors = new Map<string, StoredTensor>();
  for (const [key, entry] of Object.entries(entries as Record<string, HeaderEntry>)) {
    const make = dtypes[entry.dtype];
    if (make === undefined) throw broken(`tensor ${key} of type ${entry.dtype}`);
    const [start, end] = entry.data_offsets.map((offset) => 8 + headerLength + offset) as [number, number];
    if (end > file.length) throw broken(`tensor ${key} cut off at byte ${file.length} of ${end}`);
    // A copy of its own: `slice` of a Node Buffer would share the buffer, at an offset that may not be aligned.
    tensors.set(key, { shape: entry.shape, values: new make(new Uint8Array(file.subarray(start, end)).buffer) });
  }
  return { tensors, metadata: metadata as Record<string, string> };
}

function dtypeOf(values: StoredArray): Dtype {
  if (values instanceof Float32Array) return "F32";
  return values instanceof Float64Array ? "F64" : "I32";
}

function parseHeader(json: string, broken: (found: string) => ModelError): Record<string, unknown> {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    throw broken("a header that is not JSON");
  }
}
