import type { StoredType, StoredArray, StoredTensor } from "./stored-type.js";

interface WrittenEntry {
  dtype: StoredType;
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
  const entries: [string, WrittenEntry | Readonly<Record<string, string>>][] = [["__metadata__", metadata]];
  let length = 0;
  for (const [name, { shape, values }] of tensors) {
    const offsets: WrittenEntry["data_offsets"] = [length, length + values.byteLength];
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

function dtypeOf(values: StoredArray): StoredType {
  if (values instanceof Float32Array) return "F32";
  return values instanceof Float64Array ? "F64" : "I32";
}
