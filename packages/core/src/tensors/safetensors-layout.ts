import type { EvenoddsError } from "../errors.js";
import { JsonRefusal, parseJson } from "../notation/parse-json.js";
import { elementBytes, isStoredType } from "./stored-type.js";

/** Where the elements of one tensor are in a file. */
export interface TensorPlace {
  /** Element type by its name in the file, which evenodds may not read. */
  readonly type: string;
  readonly shape: readonly number[];
  /** First byte in the file, and the first one behind. */
  readonly start: number;
  readonly end: number;
}

/** What is in a safetensors file, and where. */
export interface SafetensorsLayout {
  readonly places: ReadonlyMap<string, TensorPlace>;
  readonly metadata: ReadonlyMap<string, string>;
}

/** Returns an error about a file, given what was found in place of a safetensors file. */
export type RefuseFile = (found: string) => EvenoddsError;

/** Bytes at the beginning of a file that hold the length of its header. */
export const safetensorsStart = 8;

/**
 * Returns the length of the header in bytes, from the first {@link safetensorsStart} bytes of a file of `size` bytes.
 * Throws what `refuse` returns for one that no such file can have.
 */
export function safetensorsHeaderLength(
  start: Uint8Array,
  { size, refuse }: { size: number; refuse: RefuseFile },
): number {
  if (size < safetensorsStart) throw refuse(`${size} bytes`);
  const length = Number(new DataView(start.buffer, start.byteOffset, safetensorsStart).getBigUint64(0, true));
  // V8 limits texts to 2^29 characters.
  if (length > 2 ** 29 - 24) throw refuse(`a header of ${length} bytes`);
  if (length > size - safetensorsStart) throw refuse(`a header of ${length} bytes in a file of ${size}`);
  return length;
}

/**
 * Returns what the header of a safetensors file of `size` bytes says. Throws what `refuse` returns for a header that is
 * none, and for a tensor that is not within the file or whose bytes are not those of its shape, so that nothing is
 * allocated by a size that the file does not have. Source: the format page of huggingface/safetensors.
 */
export function safetensorsLayout(
  header: Uint8Array,
  { size, refuse }: { readonly size: number; readonly refuse: RefuseFile },
): SafetensorsLayout {
  const dataStart = safetensorsStart + header.length;
  const { __metadata__: metadata, ...entries } = parseHeader(new TextDecoder().decode(header), refuse);
  const places = new Map<string, TensorPlace>();
  for (const [key, entry] of Object.entries(entries as Record<string, HeaderEntry>)) {
    const { dtype: type, shape, data_offsets: offsets } = checkedEntry(key, entry, refuse);
    const [start, end] = [dataStart + offsets[0], dataStart + offsets[1]];
    if (end > size) throw refuse(`tensor ${key} cut off at byte ${size} of ${end}`);
    places.set(key, { type, shape, start, end });
  }
  return { places, metadata: textsOf(metadata, refuse) };
}

interface HeaderEntry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

function parseHeader(json: string, refuse: RefuseFile): Record<string, unknown> {
  let header: unknown;
  try {
    header = parseJson(json);
  } catch (cause) {
    throw refuse(cause instanceof JsonRefusal ? `a header with ${cause.message}` : "a header that is not JSON");
  }
  if (typeof header !== "object" || header === null || Array.isArray(header)) throw refuse("a header without tensors");
  return header as Record<string, unknown>;
}

function textsOf(metadata: unknown, refuse: RefuseFile): ReadonlyMap<string, string> {
  if (metadata === undefined) return new Map();
  const entries = typeof metadata === "object" ? Object.entries(metadata ?? {}) : [];
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
  if (metadata === null || typeof metadata !== "object" || !entries.every(isText)) {
    throw refuse("metadata that are not texts under their names");
  }
  return new Map(entries);
}

function checkedEntry(key: string, entry: Partial<HeaderEntry> | null, refuse: RefuseFile): HeaderEntry {
  const { dtype, shape, data_offsets: offsets } = entry ?? {};
  const areSizes = (list: readonly number[] | undefined): list is readonly number[] =>
    Array.isArray(list) && list.every((size) => Number.isSafeInteger(size) && size >= 0);
  if (typeof dtype !== "string" || !areSizes(shape) || !areSizes(offsets) || offsets.length !== 2) {
    throw refuse(`tensor ${key} without dtype, shape and data_offsets`);
  }
  const [start, end] = offsets;
  const bytes = isStoredType(dtype)
    ? shape.reduce((product, size) => product * size, elementBytes(dtype))
    : end - start;
  if (end - start === bytes && bytes >= 0) return { dtype, shape, data_offsets: offsets };
  throw refuse(`tensor ${key} of ${end - start} bytes, where its shape [${shape.join(", ")}] needs ${bytes}`);
}
