import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { throwIfStopped } from "./throw-if-stopped.js";

/** SHA-256 of a file, in hex. Throws InterruptedError on a stop. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash, { signal });
  } catch (error) {
    throwIfStopped(signal);
    throw error;
  }
  return hash.digest("hex");
}

/** SHA-256 over names and contents of the files in a folder, in the order of their names. */
export async function hashFolder(folder: string): Promise<string> {
  const hash = createHash("sha256");
  for (const name of (await readdir(folder)).sort()) {
    const content = await readFile(join(folder, name));
    hash.update(`${name}\n${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}
