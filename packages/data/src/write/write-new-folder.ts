import { mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { beginWork, isSystemError, writeRefusal } from "@evenodds/core";
import { temporaryPaths } from "./leftovers.js";
import { flush } from "./write-together.js";

/** What a system says of a folder that is not empty and would have to be replaced. */
const taken = ["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"];

/**
 * Puts a folder of files in a place where none is, whole or not at all, and returns whether it did: false where there
 * is one with files, such as that of another process that was first. Nothing is ever replaced. The folder above is
 * there.
 *
 * Throws `InputError` where the system refuses, for example on a full disk.
 */
export async function writeNewFolder(path: string, files: Readonly<Record<string, string>>): Promise<boolean> {
  const target = resolve(path);
  const { stage } = temporaryPaths(target);
  const work = beginWork({ doing: `write ${basename(target)}`, library: null, output: target });
  try {
    await mkdir(stage);
    for (const [name, content] of Object.entries(files)) await writeFile(join(stage, name), content);
    await flush(stage);
    try {
      await rename(stage, target);
    } catch (error) {
      const isThere = isSystemError(error) && taken.includes(error.code) && (await isFolder(target));
      if (isThere) return false;
      throw error;
    }
    await flushFolder(dirname(target));
    return true;
  } catch (error) {
    throw isSystemError(error) ? writeRefusal(path, { cause: error }) : error;
  } finally {
    // Whatever is left after an error is removed by the next one that writes here.
    await rm(stage, { recursive: true, force: true }).catch(() => undefined);
    work.end();
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() === true;
}

/** The new name is on the disk too, before anybody is told of it. Windows opens no folders. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
