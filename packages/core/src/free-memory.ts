import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Gives back what nobody holds any more: V8 lets such objects lie until it sees a reason, and does not know of a
 * ceiling for the process, nor of the memory that chunks of DuckDB hold outside of its heap. Takes tenths of a second.
 */
export async function freeMemory(): Promise<void> {
  // A context that is made after the flag has the function; no other way leads to it in a process that runs already.
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (how?: Readonly<Record<string, string>>) => void;
  collect();
  // The last resort gives back the room for new objects as well, which is 100 MB and more from Node.js 24 on. Older
  // versions know the plain call alone.
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
  // What is outside of the heap is freed by its own callbacks, after this one.
  await setImmediate();
}

/**
 * Returns a function that does what {@link freeMemory} does where the process holds more than so many bytes, for long
 * work between its parts. Looking costs little.
 */
export function freeMemoryAbove(bytes: number): () => Promise<void> {
  return async () => {
    if (process.memoryUsage.rss() > bytes) await freeMemory();
  };
}
