import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { InputError } from "@evenodds/core";

/**
 * Makes a folder and those above it; one that is there is fine. Throws {@link InputError} where a file is in the way,
 * and the system's error where it refuses.
 *
 * Not `mkdir` with `recursive`: where a file system accepts no folder (such as `/proc`), Node tries again without end.
 */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || code === "ENOTDIR") return requireFolder(folder, path);
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
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
