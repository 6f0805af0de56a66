import { access, constants, readdir, realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { UsageError } from "@evenodds/core";

/**
 * Throws {@link UsageError} unless a file, a folder, or a folder that is new or empty can be written at `path`, so that
 * long work does not fail at its end. Makes nothing.
 *
 * Files are written beside their place and renamed, so what is there has to be a file: a device, a pipe or a socket
 * would be replaced by one, and nobody would read it.
 */
export async function checkOutput(
  path: string,
  {
    argument = "‘out’",
    kind,
  }: {
    /** What names the place, for messages. */
    readonly argument?: string;
    readonly kind: "file" | "folder" | "new folder";
  },
): Promise<void> {
  const expected = kind === "new folder" ? "a new or empty folder" : `a ${kind} to write`;
  const refuse = (found: string): never => {
    throw new UsageError({ argument, expected, found, hint: "choose another place" });
  };
  const target = resolve(path);
  const found = await kindOf(target);
  if (found === "other" || (kind === "file" && (await isOfSystem(target))))
    refuse(`${path}, which is not a file on a disk`);
  if (found === "folder" && kind === "file") refuse(`the folder ${path}`);
  if (found === "file" && kind !== "file") refuse(`the file ${path}`);
  if (found === "folder" && kind === "new folder") {
    const [first] = await readdir(target);
    if (first !== undefined) refuse(`${path} with ${JSON.stringify(first)} in it`);
  }
  let place = kind === "file" ? dirname(target) : target;
  while ((await kindOf(place)) === null && dirname(place) !== place) place = dirname(place);
  if ((await kindOf(place)) === "file") refuse(`${path}, within the file ${place}`);
  await access(place, constants.W_OK).catch(() => refuse(`no permission to write in ${place}`));
}

async function kindOf(path: string): Promise<"file" | "folder" | "other" | null> {
  const found = await stat(path).catch(() => null);
  if (found === null) return null;
  return found.isDirectory() ? "folder" : found.isFile() ? "file" : "other";
}

/** Whether a path is one of the system's own names, such as `/dev/stdout`, be it a file behind them or not. */
async function isOfSystem(path: string): Promise<boolean> {
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  return folder === "/dev" || /^\/(dev\/fd|proc)(\/|$)/.test(folder);
}
