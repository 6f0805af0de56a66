import { rename, rm, writeFile } from "node:fs/promises";
import { isSystemError, writeRefusal } from "@evenodds/core";

/** Ending of a file that is being written. */
export const unfinished = ".new";

/**
 * Writes a file beside its place and then renames it, so that it is there whole or not at all. Throws `InputError`
 * where the system refuses, for example on a full disk.
 */
export async function writeBeside(target: string, content: string | Uint8Array): Promise<void> {
  const beside = `${target}${unfinished}`;
  try {
    await writeFile(beside, content, { flush: true });
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw isSystemError(error) ? writeRefusal(target, { cause: error }) : error;
  }
}
