import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beginWork, isSystemError, writeRefusal } from "@evenodds/core";
import { removeLeftovers, temporaryPaths } from "./leftovers.js";

/** What stands at the end of the names of such folders. */
const name = "scratch";

/**
 * Runs `work` with an empty folder of the system's place for temporary files, and removes it afterwards. What processes
 * have left there that were ended is removed by the one that watched over them, or by the next that comes here.
 *
 * Throws `InputError` where the system refuses to write in it, for example on a full disk.
 */
export async function withScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const target = join(tmpdir(), name);
  await removeLeftovers(tmpdir(), name);
  const { stage } = temporaryPaths(target);
  // Whoever watches removes it where the process is ended.
  const running = beginWork({ doing: "work on disk", library: null, output: target });
  try {
    await mkdir(stage);
    return await work(stage);
  } catch (error) {
    throw isSystemError(error) ? writeRefusal(tmpdir(), { cause: error }) : error;
  } finally {
    await rm(stage, { recursive: true, force: true }).catch(() => undefined);
    running.end();
  }
}
