import { readdir, stat } from "node:fs/promises";
import { InputError } from "@evenodds/core";
import { writeTogether, type Output } from "./write-together.js";

/**
 * Has `write` make a file beside `path` and then puts it in place: a reader sees the old file or the whole new one. The
 * folder is made where it is missing. Throws what {@link writeTogether} throws.
 */
export function writeFileAtomically(path: string, write: (beside: string) => Promise<void>): Promise<void> {
  return writeTogether([{ path, kind: "file", write }]);
}

/**
 * Returns a folder to write. A target that is not empty is refused, unless `overwrite` is set and it holds nothing but
 * files of `replaceable` names: then it is replaced as a whole.
 */
export function folderOutput(
  path: string,
  {
    write,
    ...allowed
  }: {
    readonly overwrite: boolean;
    readonly replaceable: ReadonlySet<string>;
    readonly write: (beside: string) => Promise<void>;
  },
): Output {
  return { path, kind: "folder", check: (target) => checkReplaceable(target, path, allowed), write };
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
