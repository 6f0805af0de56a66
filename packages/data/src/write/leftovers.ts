import { createHash, randomUUID } from "node:crypto";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

/** Endings of what stood in a place before, while it is exchanged. */
const aside = ["-former", "-old"] as const;

/** This machine, in a few letters: a folder may be shared by several. */
const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 6);

/** Returns a name for what is written beside `main` and then takes its place; it says which process writes it. */
export function temporaryName(main: string): string {
  return `.evenodds-${machine}-${process.pid}-${randomUUID().slice(0, 8)}-${main}`;
}

/**
 * Removes what processes that are gone have left in a folder beside `main`, or beside anything without one. What stood
 * in its place goes back to it where nothing does now. Other machines' processes, and those that are still there, keep
 * what is theirs.
 */
export async function removeLeftovers(folder: string, main?: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.sort()) {
    const left = leftoverOf(name);
    if (left === null || (main !== undefined && left.main !== main)) continue;
    const path = join(folder, name);
    if (left.before === undefined) await rm(path, { recursive: true, force: true });
    else await putBack(path, { folder, ...left });
  }
}

interface Leftover {
  /** What it was to be. */
  readonly main: string;
  /** The ending of what stood there before; undefined for what was to come. */
  readonly before: (typeof aside)[number] | undefined;
}

function leftoverOf(name: string): Leftover | null {
  const [, owner, pid, rest] = /^\.evenodds-([0-9a-f]{6})-(\d+)-[0-9a-f]{8}-(.*)$/s.exec(name) ?? [];
  if (owner !== machine || rest === undefined || isAlive(Number(pid))) return null;
  const before = aside.find((ending) => rest.endsWith(ending));
  return { main: before === undefined ? rest : rest.slice(0, -before.length), before };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Of another user: it is there.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A folder as it was, or the former files of one: whatever is missing now goes back, the rest has been replaced. */
async function putBack(path: string, { folder, main, before }: Leftover & { readonly folder: string }): Promise<void> {
  if (before === "-old") {
    const isReplaced = await stat(join(folder, main)).catch(() => undefined);
    if (isReplaced === undefined) return rename(path, join(folder, main));
  } else {
    // The main file is moved first and comes last: without it, none of the new ones counts.
    const isReplaced = (await stat(join(folder, main)).catch(() => undefined)) !== undefined;
    if (!isReplaced) for (const name of await readdir(path)) await rename(join(path, name), join(folder, name));
  }
  await rm(path, { recursive: true, force: true });
}
