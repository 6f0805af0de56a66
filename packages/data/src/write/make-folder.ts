import { mkdir, rmdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { InputError, isSystemError, writeRefusal } from "@evenodds/core";

/**
 * Makes a folder and those above it; one that is there is fine. Throws {@link InputError} where a file is in the way
 * and where the system refuses; nothing is made then. Returns a function that removes those that were made and are
 * still empty.
 *
 * Not `mkdir` with `recursive`: where a file system accepts no folder (such as `/proc`), Node tries again without end.
 */
export async function makeFolder(path: string): Promise<() => Promise<void>> {
  const made: string[] = [];
  const unmake = async () => {
    for (const folder of made.toReversed()) await rmdir(folder).catch(() => undefined);
  };
  try {
    await makeOrRequire(resolve(path), { path, made });
  } catch (error) {
    await unmake();
    throw isSystemError(error) ? writeRefusal(path, { cause: error }) : error;
  }
  return unmake;
}

async function makeOrRequire(
  folder: string,
  { path, made }: { readonly path: string; readonly made: string[] },
): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || code === "ENOTDIR") return requireFolder(folder, path);
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeOrRequire(dirname(folder), { path: dirname(folder), made });
    await mkdir(folder);
  }
  made.push(folder);
}

async function requireFolder(folder: string, path: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw new InputError({
    argument: path,
    expected: "a folder",
    found: found === undefined ? "a file in its path" : "a file",
    hint: "choose another place",
  });
}
