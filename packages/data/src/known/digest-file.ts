import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { readPieces } from "../source/read-pieces.js";

/** Size and both checksums of a file, in lower-case hexadecimal digits. */
export interface FileDigest {
  readonly bytes: number;
  readonly sha256: string;
  /** Git's id of the content: SHA-1 of `blob SIZE`, a zero byte and the content. */
  readonly gitBlob: string;
}

/** Reads a file once, however large it is. */
export async function digestFile(path: string): Promise<FileDigest> {
  const { size: bytes } = await stat(path);
  const sha256 = createHash("sha256");
  const sha1 = createHash("sha1").update(`blob ${bytes}\0`);
  await readPieces(path, `hash ${basename(path)}`, (piece) => {
    sha256.update(piece);
    sha1.update(piece);
  });
  return { bytes, sha256: sha256.digest("hex"), gitBlob: sha1.digest("hex") };
}
