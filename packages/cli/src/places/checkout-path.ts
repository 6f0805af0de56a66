import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";

/**
 * Returns a path as files of a repository are called everywhere: from the root of the checkout that `folder`, by
 * default the working directory, lies in, with `/`. What lies outside of it keeps its absolute path, with every link
 * followed. The root is the nearest folder with a `.git`, else `folder` itself.
 */
export async function checkoutPath(path: string, folder = process.cwd()): Promise<string> {
  const root = await checkoutRoot(folder);
  const absolute = resolve(folder, path);
  const real = await realpath(absolute).catch(() => absolute);
  // A link within the checkout is what the repository knows, wherever it leads.
  const inside = [relative(root, absolute), relative(await realpath(root), real)].find(isWithin);
  return inside?.replaceAll("\\", "/") ?? real;
}

/** Returns the {@link checkoutPath} of a file of the repository; `undefined` for one outside, which no diff shows. */
export async function pathWithinCheckout(path: string, folder = process.cwd()): Promise<string | undefined> {
  const found = await checkoutPath(path, folder);
  return isAbsolute(found) ? undefined : found;
}

async function checkoutRoot(folder: string): Promise<string> {
  for (let at = folder; ; at = dirname(at)) {
    // A file where the checkout is a worktree or a submodule.
    const isRoot = await lstat(join(at, ".git")).then(
      () => true,
      () => false,
    );
    if (isRoot) return at;
    if (dirname(at) === at) return folder;
  }
}

function isWithin(path: string): boolean {
  return path !== "" && !isAbsolute(path) && !/^\.\.(?:[\\/]|$)/.test(path);
}
