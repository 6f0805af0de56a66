import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: (() => void) | undefined;

/**
 * Gives back what nobody holds any more: V8 lets such objects lie until it sees a reason, and does not know of a
 * ceiling for the process, nor of the memory that chunks of DuckDB hold outside of its heap. Takes tenths of a second.
 */
export async function freeMemory(): Promise<void> {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
  // What is outside of the heap is freed by its own callbacks, after this one.
  await setImmediate();
}
