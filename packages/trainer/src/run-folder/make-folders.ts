import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { isSystemError, writeRefusal } from "@evenodds/core";

/**
 * Makes a folder and those above it; one that is there is fine. Throws `InputError` where the system refuses.
 *
 * Not `mkdir` with `recursive`: on a full disk, Node says of it that there is no such file.
 */
export async function makeFolders(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    throw isSystemError(error) ? writeRefusal(path, { cause: error }) : error;
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    await makeOne(dirname(path));
    await mkdir(path);
  }
}
