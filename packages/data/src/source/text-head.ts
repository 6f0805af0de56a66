import { open } from "node:fs/promises";
import { InputError } from "@evenodds/core";

/** How many bytes of a file are looked at before it is read. */
export const headBytes = 4 * 1024 * 1024;

/** The first bytes of a file of text, one character for each byte. */
export interface TextHead {
  readonly bytes: string;
  /** Bytes of a byte-order mark before them. */
  readonly offset: number;
  /** Whether the whole file is here. */
  readonly complete: boolean;
}

/**
 * How files begin that are not text in UTF-8, and what they are. Where one is the beginning of another, the longer is
 * first.
 */
const beginnings: readonly (readonly [bytes: string, what: string, hint: string])[] = [
  ["\xff\xfe\0\0", "UTF-32 (little-endian)", "save the file as UTF-8"],
  ["\0\0\xfe\xff", "UTF-32 (big-endian)", "save the file as UTF-8"],
  ["\xff\xfe", "UTF-16 (little-endian)", "save the file as UTF-8"],
  ["\xfe\xff", "UTF-16 (big-endian)", "save the file as UTF-8"],
  ["\x1f\x8b", "a gzip file", "unpack the file first"],
  ["\x28\xb5\x2f\xfd", "a Zstandard file", "unpack the file first"],
  ["\xfd7zXZ", "an xz file", "unpack the file first"],
  ["BZh", "a bzip2 file", "unpack the file first"],
  ["PK\x03\x04", "a zip file or an Excel workbook", "unpack the file, or save the sheet as CSV"],
  ["\xd0\xcf\x11\xe0", "an old Excel workbook", "save the sheet as CSV"],
  ["PAR1", "a Parquet file", "name the file .parquet, or say format: parquet"],
  ["ARROW1", "an Arrow file", "save the table as Parquet or CSV"],
  ["\x89HDF", "an HDF5 file", "save the table as Parquet or CSV"],
  ["MATLAB 5.0", "a MATLAB file", "save the table as Parquet or CSV"],
  ["\x93NUMPY", "a NumPy array", "save the table as Parquet or CSV"],
  ["SQLite format 3", "an SQLite database", "save the table as Parquet or CSV"],
];

/** Reads the beginning of a text file. Throws {@link InputError} for what is not text in UTF-8, with what it is. */
export async function textHead(path: string, name: string): Promise<TextHead> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(headBytes, size));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const bytes = buffer.toString("latin1", 0, bytesRead);
    const other = beginnings.find(([beginning]) => bytes.startsWith(beginning));
    if (other !== undefined) throw notText(name, { found: other[1], hint: other[2] });
    const wide = wideLetters(buffer.subarray(0, Math.min(bytesRead, 4096)));
    if (wide !== undefined) throw notText(name, { found: wide, hint: "save the file as UTF-8" });
    const offset = bytes.startsWith("\xef\xbb\xbf") ? 3 : 0;
    return { bytes: bytes.slice(offset), offset, complete: bytesRead === size };
  } finally {
    await file.close();
  }
}

function notText(name: string, { found, hint }: { readonly found: string; readonly hint: string }): InputError {
  return new InputError({ argument: name, expected: "text in UTF-8", found, hint });
}

/** Tells text in wide characters without a mark by where its zero bytes are. */
function wideLetters(bytes: Buffer): string | undefined {
  const zeros = [0, 0, 0, 0];
  for (let i = 0; i + 3 < bytes.length; i++) if (bytes[i] === 0) zeros[i % 4]!++;
  const most = Math.floor(bytes.length / 4);
  const mostly = (column: number) => most > 0 && zeros[column]! > 0.6 * most;
  if (mostly(0) && mostly(1) && mostly(2)) return "UTF-32 (big-endian)";
  if (mostly(1) && mostly(2) && mostly(3)) return "UTF-32 (little-endian)";
  if (mostly(0) && mostly(2) && zeros[1] === 0 && zeros[3] === 0) return "UTF-16 (big-endian)";
  if (mostly(1) && mostly(3) && zeros[0] === 0 && zeros[2] === 0) return "UTF-16 (little-endian)";
  return undefined;
}
