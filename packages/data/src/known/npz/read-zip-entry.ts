import { InputError } from "@evenodds/core";
import { inflateRawSync } from "node:zlib";

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
      const method = archive.readUInt16LE(at + 10);
      const start = contentStart(archive, archive.readUInt32LE(at + 42));
      const content = start === null ? null : archive.subarray(start, start + archive.readUInt32LE(at + 20));
      if (content === null || (method !== 0 && method !== 8)) throw refuse("a damaged or unusual entry");
      return method === 0 ? content : inflateRawSync(content);
    }
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  throw refuse("an archive without it");
}

function contentStart(archive: Buffer, at: number): number | null {
  if (at + 30 > archive.length || archive.readUInt32LE(at) !== localHeader) return null;
  return at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
}
