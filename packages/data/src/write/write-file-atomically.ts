import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { duringWork, InputError, UsageError } from "@evenodds/core";
import { removeLeftovers, temporaryName } from "./leftovers.js";
import { makeFolder } from "./make-folder.js";

/**
 * Has `write` make a file beside `path` and then puts it in place: a reader sees the old file or the whole new one. The
 * folder is made where it is missing. Throws `UsageError` where `path` is a folder.
 */
export async function writeFileAtomically(path: string, write: (beside: string) => Promise<void>): Promise<void> {
  const target = resolve(path);
  if ((await stat(target).catch(() => undefined))?.isDirectory()) {
    throw new UsageError({ argument: "output", expected: "a file name", found: `the folder ${path}` });
  }
  await makeFolder(dirname(target));
  await removeLeftovers(dirname(target), basename(target));
  const beside = join(dirname(target), temporaryName(basename(target)));
  await duringWork({ doing: `write ${basename(target)}`, library: null, output: target }, async () => {
    try {
      await write(beside);
      await rename(beside, target);
    } finally {
      await rm(beside, { force: true });
    }
  });
}

/**
 * The same for a folder. A target that is not empty is refused, unless `overwrite` is set and it holds nothing but
 * files of `replaceable` names: then it is replaced as a whole.
 */
export async function writeFolderAtomically(
  path: string,
  options: {
    readonly overwrite: boolean;
    readonly replaceable: ReadonlySet<string>;
    readonly write: (beside: string) => Promise<void>;
  },
): Promise<void> {
  const target = resolve(path);
  await removeLeftovers(dirname(target), basename(target));
  await checkReplaceable(target, path, options);
  await makeFolder(dirname(target));
  const beside = join(dirname(target), temporaryName(basename(target)));
  const old = `${beside}-old`;
  await duringWork({ doing: `write ${basename(target)}`, library: null, output: target }, async () => {
    try {
      await mkdir(beside);
      await options.write(beside);
      if (await exists(target)) await rename(target, old);
      await rename(beside, target);
    } finally {
      await rm(beside, { recursive: true, force: true });
      // Where the second rename failed, the old folder goes back.
      if (await exists(old)) await ((await exists(target)) ? rm(old, { recursive: true }) : rename(old, target));
    }
  });
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function checkReplaceable(
  target: string,
  path: string,
  { overwrite, replaceable }: { readonly overwrite: boolean; readonly replaceable: ReadonlySet<string> },
): Promise<void> {
  const found = await stat(target).catch(() => undefined);
  if (found === undefined) return;
  const argument = "output folder";
  if (!found.isDirectory()) throw new InputError({ argument, expected: "a folder", found: `the file ${path}` });
  const names = await readdir(target);
  if (names.length === 0) return;
  if (!overwrite) {
    throw new InputError({
      argument,
      expected: "a new or an empty folder",
      found: `${path} with ${names.length} files`,
      hint: "choose another folder",
    });
  }
  const foreign = names.find((name) => !replaceable.has(name));
  if (foreign === undefined) return;
  throw new InputError({
    argument,
    expected: "a folder with nothing but the files of a graph",
    found: `${JSON.stringify(foreign)} in ${path}`,
    hint: "choose another folder; it would be replaced as a whole",
  });
}
