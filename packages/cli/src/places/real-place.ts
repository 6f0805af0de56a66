import type { BigIntStats } from "node:fs";
import { readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, parse, resolve } from "node:path";

/** Where a path leads to, be there something or not. */
export interface RealPlace {
  /** Absolute, with every link followed. */
  readonly path: string;
  /**
   * Equal for two paths exactly where they lead to one file or folder: device and inode of what is there, else those of
   * the nearest folder that is, with the rest of the path. In that rest, letters of both cases and both spellings of an
   * accent count as one, because some file systems take them for one.
   */
  readonly key: string;
  readonly kind: "file" | "folder" | "other" | null;
  /** Keys of all folders above it, the nearest first. */
  readonly above: readonly string[];
}

/** Most links that are followed from one to the next. */
const mostLinks = 40;

/** Finds out where a path leads to. A link to nothing leads to what it names. */
export async function realPlace(path: string): Promise<RealPlace> {
  const absolute = await followed(resolve(path), mostLinks);
  const rest: string[] = [];
  let folder = absolute;
  let found = await statOf(folder);
  const { root } = parse(absolute);
  while (found === null && folder !== root) {
    rest.unshift(basename(folder));
    folder = dirname(folder);
    found = await statOf(folder);
  }
  const above: string[] = [];
  for (let at = dirname(folder); folder !== root; at = dirname(at)) {
    const one = await statOf(at);
    if (one !== null) above.push(identity(one));
    if (at === root) break;
  }
  const start = found === null ? root : identity(found);
  const missing = rest.map((_, i) => [start, ...rest.slice(0, i + 1).map(folded)].join("/"));
  const keys = [...above.reverse(), start, ...missing];
  return { path: absolute, key: keys.at(-1)!, above: keys.slice(0, -1).reverse(), kind: kindOf(rest, found) };
}

function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function identity({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

function kindOf(rest: readonly string[], found: BigIntStats | null): RealPlace["kind"] {
  if (found === null || rest.length > 0) return null;
  return found.isDirectory() ? "folder" : found.isFile() ? "file" : "other";
}

async function statOf(path: string): Promise<BigIntStats | null> {
  return stat(path, { bigint: true }).catch(() => null);
}

/** Follows links as far as there is something, and the last of them to nothing too. */
async function followed(path: string, links: number): Promise<string> {
  const whole = await realpath(path).catch(() => null);
  if (whole !== null || dirname(path) === path) return whole ?? path;
  const here = join(await followed(dirname(path), links), basename(path));
  const target = links === 0 ? null : await readlink(here).catch(() => null);
  return target === null ? here : followed(resolve(dirname(here), target), links - 1);
}
