import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

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
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      sha256.update(chunk);
      sha1.update(chunk);
    }
  });
  return { bytes, sha256: sha256.digest("hex"), gitBlob: sha1.digest("hex") };
}
