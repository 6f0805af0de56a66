import { readFile } from "node:fs/promises";
import { InputError } from "@evenodds/core";
import { inflateRawSync } from "node:zlib";

/**
 * A sparse matrix in compressed rows: row r has `value[i]` in `column[i]` for i from `pointer[r]` to `pointer[r + 1]`.
 */
export interface SparseRows {
  readonly rows: number;
  readonly columns: number;
  readonly pointer: Float64Array;
  readonly column: Float64Array;
  readonly value: Float64Array;
}

/** Reads a matrix that `scipy.sparse.save_npz` wrote in CSR format. Throws {@link InputError} for anything else. */
export async function readSparseRows(path: string, name: string): Promise<SparseRows> {
  const archive = await readFile(path);
  const array = (entry: string) => readNpy(readZipEntry(archive, { name: `${entry}.npy`, file: name }), name);
  const [rows, columns] = array("shape");
  const [pointer, column, value] = [array("indptr"), array("indices"), array("data")];
  const sound =
    pointer.length === rows! + 1 &&
    pointer[0] === 0 &&
    pointer.at(-1) === value.length &&
    pointer.every((start, r) => Number.isInteger(start) && (r === 0 || start >= pointer[r - 1]!)) &&
    column.length === value.length &&
    column.every((c) => Number.isInteger(c) && c >= 0 && c < columns!);
  if (!sound) throw new InputError({ argument: name, expected: "a matrix in CSR format", found: "other lengths" });
  return { rows: rows!, columns: columns!, pointer, column, value };
}

const readers = {
  "<i4": { bytes: 4, read: (content: Buffer, at: number) => content.readInt32LE(at) },
  "<i8": { bytes: 8, read: (content: Buffer, at: number) => Number(content.readBigInt64LE(at)) },
  "<f4": { bytes: 4, read: (content: Buffer, at: number) => content.readFloatLE(at) },
  "<f8": { bytes: 8, read: (content: Buffer, at: number) => content.readDoubleLE(at) },
} as const;

/**
 * Returns the numbers of a one-dimensional NumPy file (`.npy`, format 1 to 3, little-endian int32, int64, float32 or
 * float64). Throws {@link InputError} for any other; `name` is used in the message. Source: numpy.lib.format.
 */
export function readNpy(content: Buffer, name: string): Float64Array {
  const refuse = (found: string) =>
    new InputError({
      argument: name,
      expected: `a NumPy array of one dimension and type ${Object.keys(readers).join(", ")}`,
      found,
    });
  if (content.length < 12 || content.toString("latin1", 0, 6) !== "\x93NUMPY") throw refuse("another format");
  const lengthBytes = content[6] === 1 ? 2 : 4;
  const start = 8 + lengthBytes + (lengthBytes === 2 ? content.readUInt16LE(8) : content.readUInt32LE(8));
  const header = content.toString("latin1", 8 + lengthBytes, start);
  const type = /'descr': '([^']*)'/.exec(header)?.[1] ?? "";
  const length = Number(/'shape': \((\d+),\)/.exec(header)?.[1] ?? NaN);
  const reader = Object.entries(readers).find(([known]) => known === type)?.[1];
  if (reader === undefined || Number.isNaN(length)) throw refuse(header.trim());
  if (content.length < start + length * reader.bytes) throw refuse("fewer bytes than its header says");
  return Float64Array.from({ length }, (_, i) => reader.read(content, start + i * reader.bytes));
}

/** Signatures of the three records of a ZIP archive that matter (APPNOTE 4.3). */
const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endOfDirectory = 0x06054b50;

/**
 * Returns the content of the file `name` in a ZIP archive that is stored or deflated; archives above 4 GiB are not
 * read. Throws {@link InputError} where `archive` is no such archive or has no such file. `file` names it in messages.
 */
export function readZipEntry(
  archive: Buffer,
  { name, file }: { readonly name: string; readonly file: string },
): Buffer {
  const refuse = (found: string) =>
    new InputError({ argument: file, expected: `a ZIP archive with ${JSON.stringify(name)}`, found });
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0 || archive.length < end + 22 || archive.readUInt32LE(end) !== endOfDirectory) throw refuse("no archive");
  let at = archive.readUInt32LE(end + 16);
  for (let entries = archive.readUInt16LE(end + 10); entries > 0; entries--) {
    if (at + 46 > end || archive.readUInt32LE(at) !== centralHeader) throw refuse("a damaged directory");
    const nameLength = archive.readUInt16LE(at + 28);
    if (archive.toString("utf8", at + 46, at + 46 + nameLength) === name) {
      const start = contentStart(archive, archive.readUInt32LE(at + 42));
      const [stored, size] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)];
      const isWhole = start !== null && start + stored <= archive.length;
      const unpack = isWhole ? unpackers.get(archive.readUInt16LE(at + 10)) : undefined;
      const content = unpack?.(archive.subarray(start!, start! + stored), size) ?? null;
      if (content?.length !== size) throw refuse("a damaged or unusual entry");
      return content;
    }
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  throw refuse("an archive without it");
}

/** By the number of the method: stored, and deflated. Null for content that is damaged, or larger than `size`. */
const unpackers: ReadonlyMap<number, (content: Buffer, size: number) => Buffer | null> = new Map([
  [0, (content: Buffer) => content],
  [8, inflated],
]);

function inflated(content: Buffer, size: number): Buffer | null {
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, size) });
  } catch {
    return null;
  }
}

function contentStart(archive: Buffer, at: number): number | null {
  if (at + 30 > archive.length || archive.readUInt32LE(at) !== localHeader) return null;
  return at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
}
