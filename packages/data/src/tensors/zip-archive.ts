import { crc32, inflateRawSync, constants as zlib } from "node:zlib";
import { InputError } from "@evenodds/core";
import { checkFits, readRange, type OpenFile } from "./read-range.js";

/** A file within a ZIP archive. */
export interface ZipEntry {
  readonly name: string;
  /** Whether its bytes are deflated; else they are stored as they are. */
  readonly deflated: boolean;
  /** Where its local header begins. */
  readonly at: number;
  /** Bytes in the archive. */
  readonly packed: number;
  /** Bytes of the content. */
  readonly size: number;
  readonly crc32: number;
}

/** Signatures of the three records of a ZIP archive that matter (APPNOTE 4.3), and their least lengths. */
const local = { signature: 0x04034b50, length: 30 };
const central = { signature: 0x02014b50, length: 46 };
const endOfDirectory = { signature: 0x06054b50, length: 22 };

/** A comment of an archive has at most 64 KiB. */
const longestEnd = endOfDirectory.length + 0xffff;

/** No byte of deflated data stands for more. */
const mostInflation = 1032;

/**
 * Returns the files in a ZIP archive. Throws {@link InputError} for what is no archive, for one above 4 GiB, and for a
 * directory that names a file twice, one that is packed in another way than stored or deflated, or one that cannot be
 * where or as large as it says.
 */
export async function zipEntries(file: OpenFile): Promise<ZipEntry[]> {
  const tail = Buffer.from(await readRange(file, { start: Math.max(0, file.size - longestEnd), end: file.size }));
  const end = tail.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0 || tail.length < end + endOfDirectory.length) throw noArchive(file, "no archive");
  const [count, length, start] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ];
  const directoryEnd = file.size - tail.length + end;
  if (count === 0xffff || length === 0xffffffff || start === 0xffffffff)
    throw noArchive(file, "one of more than 4 GiB");
  if (start + length > directoryEnd) throw noArchive(file, "a damaged directory");
  const directory = Buffer.from(await readRange(file, { start, end: start + length }));
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  for (let at = 0; entries.length < count;) {
    if (at + central.length > length || directory.readUInt32LE(at) !== central.signature) {
      throw noArchive(file, "a damaged directory");
    }
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString("utf8", at + central.length, at + central.length + nameLength);
    const method = directory.readUInt16LE(at + 10);
    const entry: ZipEntry = {
      name,
      deflated: method === 8,
      at: directory.readUInt32LE(at + 42),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      crc32: directory.readUInt32LE(at + 16),
    };
    if (entry.size === 0xffffffff || entry.packed === 0xffffffff) throw noArchive(file, "one of more than 4 GiB");
    const isEncrypted = (directory.readUInt16LE(at + 8) & 1) !== 0;
    const isPossible = entry.deflated ? entry.size <= mostInflation * entry.packed : entry.size === entry.packed;
    if ((method !== 0 && method !== 8) || isEncrypted || !isPossible || entry.at + entry.packed > start) {
      throw noArchive(file, `a damaged or unusual entry ${JSON.stringify(name)}`);
    }
    if (names.has(name)) throw noArchive(file, `two entries ${JSON.stringify(name)}`);
    names.add(name);
    entries.push(entry);
    at += central.length + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * Returns the content of an entry. Throws {@link InputError} where it has not the length and the checksum that the
 * archive says.
 */
export async function zipContent(file: OpenFile, entry: ZipEntry): Promise<Uint8Array> {
  checkFits(entry.size, file.name);
  const packed = await packedBytes(file, entry, entry.packed);
  const content = entry.deflated ? inflated(packed, entry.size) : packed;
  if (content?.length === entry.size && crc32(content) === entry.crc32) return content;
  throw noArchive(file, `a damaged entry ${JSON.stringify(entry.name)}`);
}

/** Bytes of packed data that are enough for what {@link zipStart} returns. */
const startPacked = 4096;

/** Returns the first bytes of the content of an entry, a few hundred or more where it has them. */
export async function zipStart(file: OpenFile, entry: ZipEntry): Promise<Uint8Array> {
  const packed = await packedBytes(file, entry, Math.min(startPacked, entry.packed));
  if (!entry.deflated) return packed;
  try {
    return inflateRawSync(packed, { finishFlush: zlib.Z_SYNC_FLUSH });
  } catch {
    throw noArchive(file, `a damaged entry ${JSON.stringify(entry.name)}`);
  }
}

async function packedBytes(file: OpenFile, entry: ZipEntry, length: number): Promise<Uint8Array> {
  const header = Buffer.from(await readRange(file, { start: entry.at, end: entry.at + local.length }));
  if (header.readUInt32LE(0) !== local.signature) {
    throw noArchive(file, `a damaged or unusual entry ${JSON.stringify(entry.name)}`);
  }
  const start = entry.at + local.length + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + length > file.size) throw noArchive(file, `a damaged or unusual entry ${JSON.stringify(entry.name)}`);
  return readRange(file, { start, end: start + length });
}

/** Null for bytes that are not deflated, or stand for more than they should. */
function inflated(packed: Uint8Array, size: number): Uint8Array | null {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    return null;
  }
}

function noArchive({ name }: OpenFile, found: string): InputError {
  return new InputError({ argument: name, expected: "a ZIP archive of arrays, as NumPy writes it", found });
}
