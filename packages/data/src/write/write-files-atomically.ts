import { lstat, mkdir, readdir, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { beginWork, isSystemError, UsageError, writeRefusal } from "@evenodds/core";
import { exchangeFiles } from "./exchange-files.js";
import { removeLeftovers, temporaryPaths } from "./leftovers.js";
import { makeFolder } from "./make-folder.js";
import { flush } from "./write-together.js";

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
  const target = resolve(path);
  const [folder, main] = [dirname(target), basename(target)];
  const { stage, former: aside } = temporaryPaths(target);
  let unmake = () => Promise.resolve();
  const work = beginWork({ doing: `write ${main}`, library: null, output: target });
  try {
    await filesAmong([main], folder);
    unmake = await makeFolder(folder);
    await removeLeftovers(folder, main);
    await mkdir(stage);
    const result = await write(stage);
    await flush(stage);
    const others = (await readdir(stage)).filter((name) => name !== main);
    const former = await filesAmong([main, ...others, ...obsolete], folder);
    await exchangeFiles({ fresh: [...others, main], former, stage, aside, folder });
    return result;
  } catch (error) {
    throw isSystemError(error) ? writeRefusal(path, { cause: error }) : error;
  } finally {
    await rm(stage, { recursive: true, force: true });
    await unmake();
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
