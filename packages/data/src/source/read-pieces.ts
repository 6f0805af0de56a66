import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { duringWork } from "@evenodds/core";

/** Bytes that are read at once. */
const piece = 1 << 20;

/**
 * Reads a file from its beginning to its end and calls `take` with one piece after another. Whoever watches is told
 * that `doing` is done, and how many bytes of it. Throws what the system says.
 */
export async function readPieces(path: string, doing: string, take: (bytes: Buffer) => void): Promise<void> {
  const { size } = await stat(path);
  await duringWork({ doing, library: null }, async (work) => {
    let done = 0;
    for await (const bytes of createReadStream(path, { highWaterMark: piece }) as AsyncIterable<Buffer>) {
      take(bytes);
      done += bytes.length;
      work.advance({ done, total: size, unit: "bytes" });
    }
  });
}
