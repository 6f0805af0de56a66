import { lstat, mkdir, open, readdir, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { beginWork, isEvenoddsError, UsageError } from "@evenodds/core";
import { exchangeFiles, refused } from "./exchange-files.js";
import { removeLeftovers, temporaryName } from "./leftovers.js";
import { makeFolder } from "./make-folder.js";

/**
 * Puts a file and those that belong to it into one folder, all or nothing, and returns what `write` returns. `write`
 * makes the files under their final names in an empty folder beside `path`, where they can be tried out; one of them is
 * called like `path`. Then they are flushed to the disk and put in place, `path` last.
 *
 * What is there under these names is replaced, and `obsolete` files, named without their folder, are removed. Where
 * more than one file changes, `path` is taken away first: a reader, or whoever comes after a crash, may find it
 * missing, but never beside files of another version. On any error what was there is put back and nothing new stays,
 * folders that were made for it included.
 *
 * Throws `UsageError` where a folder is in the way, and `InputError` where the system refuses, for example on a full
 * disk.
 */
export async function writeFilesAtomically<T>(
  path: string,
  {
    write,
    obsolete = [],
  }: { readonly write: (folder: string) => Promise<T>; readonly obsolete?: readonly string[] | undefined },
): Promise<T> {
  const folder = dirname(resolve(path));
  const main = basename(resolve(path));
  const stage = join(folder, temporaryName(main));
  const kept = await nearestFolder(folder);
  const work = beginWork({ doing: `write ${main}`, library: null, output: resolve(path) });
  try {
    await filesAmong([main], folder);
    await makeFolder(folder);
    await removeLeftovers(folder, main);
    await mkdir(stage);
    const result = await write(stage);
    const others = (await readdir(stage)).filter((name) => name !== main);
    const fresh = [...others, main];
    await Promise.all(fresh.map((name) => flush(join(stage, name))));
    const former = await filesAmong([main, ...others, ...obsolete], folder);
    await exchangeFiles({ fresh, former, stage, folder });
    return result;
  } catch (error) {
    throw isSystemError(error) ? refused(path, { found: error.message, cause: error }) : error;
  } finally {
    await rm(stage, { recursive: true, force: true });
    for (let made = folder; made !== kept && (await removeEmpty(made)); made = dirname(made));
    work.end();
  }
}

/** Returns those of the names that are there. */
async function filesAmong(names: readonly string[], folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of new Set(names)) {
    const there = await lstat(join(folder, name)).catch(() => undefined);
    if (there?.isDirectory()) {
      const path = join(folder, name);
      throw new UsageError({ argument: "output", expected: "a file name", found: `the folder ${path}` });
    }
    if (there !== undefined) found.push(name);
  }
  return found;
}

async function flush(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function nearestFolder(path: string): Promise<string> {
  const isThere = (await stat(path).catch(() => undefined)) !== undefined;
  return isThere || dirname(path) === path ? path : nearestFolder(dirname(path));
}

async function removeEmpty(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    () => false,
  );
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && !isEvenoddsError(error) && "syscall" in error;
}
