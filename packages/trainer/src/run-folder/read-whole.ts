import { open, readFile, stat } from "node:fs/promises";

/** The most bytes that Node reads at once. */
const mostAtOnce = 2 ** 31 - 1;

/** Reads a file, also one that is too large for `readFile`: of up to 4 GiB in Node 20. */
export async function readWhole(path: string, { piece = mostAtOnce }: { piece?: number } = {}): Promise<Uint8Array> {
  const { size } = await stat(path);
  if (size <= piece) return readFile(path);
  const bytes = new Uint8Array(size);
  const file = await open(path);
  try {
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(bytes, at, Math.min(piece, size - at), at);
      if (bytesRead === 0) return bytes.subarray(0, at);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
  return bytes;
}
