import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseJson } from "@evenodds/core";

/** This machine, in a few letters: a folder may be shared by several. */
const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 6);

/** What stands beside a place while it is written. */
export interface TemporaryPaths {
  /** What is to come. */
  readonly stage: string;
  /** What stood in the place before. */
  readonly old: string;
  /** A folder of the former files of a place that consists of several. */
  readonly former: string;
  /** Says what is put in place together with it; see {@link PlacedTogether}. */
  readonly record: string;
}

type Role = "new" | "old" | "former" | "with";

/** Returns what the names of all that is written together have in common: the process, and some letters. */
export function temporaryId(): string {
  return `${machine}-${process.pid}-${randomUUID().slice(0, 8)}`;
}

/** Returns paths for what is written for `target`. */
export function temporaryPaths(target: string, id = temporaryId()): TemporaryPaths {
  const path = (role: Role) => pathOf(target, { id, role });
  return { stage: path("new"), old: path("old"), former: path("former"), record: path("with") };
}

function pathOf(target: string, { id, role }: { readonly id: string; readonly role: Role }): string {
  return join(dirname(target), `.evenodds-${id}-${role}-${basename(target)}`);
}

/**
 * What a record holds: all that one process puts in place together. It is written once everything is ready, beside
 * every place, beside the first one last; from then on the work is finished, by whoever comes after a crash.
 */
export interface PlacedTogether {
  readonly places: readonly {
    /** As an absolute path. */
    readonly target: string;
    /** What {@link identityOf} says of what is to be replaced. */
    readonly former: string | null;
  }[];
}

/** Returns what tells a file or folder from one that took its place; null where there is none. */
export async function identityOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found === null ? null : `${found.ino}-${found.mtimeNs}`;
}

/**
 * Clears up what processes that are gone have left in a folder beside `main`, or beside anything without one. What they
 * had ready to be put in place together is put there, unless something else has come there since, and what stood in a
 * place goes back to it where nothing does now; the rest is removed. Other machines' processes, and those that are
 * still there, keep what is theirs. Returns the places that were filled.
 */
export async function removeLeftovers(folder: string, main?: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const left = names.sort().flatMap((name) => leftoverOf(name) ?? []);
  const wanted = left.filter((one) => main === undefined || one.main === main);
  const filled: string[][] = [];
  for (const { name, id } of wanted.filter(({ role }) => role === "with")) {
    filled.push(await finish(join(folder, name), id));
  }
  for (const leftover of wanted) {
    const path = join(folder, leftover.name);
    if (leftover.role === "old" || leftover.role === "former") await putBack(path, { folder, ...leftover });
    else await rm(path, { recursive: true, force: true });
  }
  return filled.flat();
}

interface Leftover {
  readonly name: string;
  /** As {@link temporaryId} made it. */
  readonly id: string;
  readonly role: Role;
  /** The place that it belongs to. */
  readonly main: string;
}

function leftoverOf(name: string): Leftover | null {
  const pattern = /^\.evenodds-(([0-9a-f]{6})-(\d+)-[0-9a-f]{8})-(new|old|former|with)-(.*)$/s;
  const [, id, owner, pid, role, main] = pattern.exec(name) ?? [];
  if (id === undefined || main === undefined || owner !== machine || isAlive(Number(pid))) return null;
  return { name, id, role: role as Role, main };
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

/** Puts in place what a record names, where all of it was ready. Returns the places that it filled. */
async function finish(record: string, id: string): Promise<string[]> {
  const targets = await readRecord(record);
  const path = (target: string, role: Role) => pathOf(target, { id, role });
  const [first] = targets;
  const isReady = first !== undefined && (await isThere(path(first.target, "with")));
  if (!isReady) return [];
  const filled: string[] = [];
  for (const { target, former } of targets) {
    const [stage, old] = [path(target, "new"), path(target, "old")];
    if (!(await isThere(stage))) continue;
    const found = await identityOf(target);
    // What came there in the meantime is somebody's.
    if (found === null || found === former) {
      if (found !== null) await rename(target, old);
      await rename(stage, target);
      filled.push(target);
    }
    for (const rest of [stage, old]) await rm(rest, { recursive: true, force: true });
  }
  for (const { target } of targets.toReversed()) await rm(path(target, "with"), { force: true });
  return filled;
}

/** One that is not whole names nothing: it was being written, and nothing had been put in place. */
async function readRecord(path: string): Promise<PlacedTogether["places"]> {
  try {
    const { places } = parseJson(await readFile(path, "utf8")) as PlacedTogether;
    return places.every(({ target }) => typeof target === "string") ? places : [];
  } catch {
    return [];
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await identityOf(path)) !== null;
}

/** A folder as it was, or the former files of one: whatever is missing now goes back, the rest has been replaced. */
async function putBack(path: string, { folder, main, role }: Leftover & { readonly folder: string }): Promise<void> {
  const isReplaced = await isThere(join(folder, main));
  if (role === "old") {
    if (!isReplaced) return rename(path, join(folder, main));
    // The main file is moved first and comes last: without it, none of the new ones counts.
  } else if (!isReplaced) {
    for (const name of await readdir(path)) await rename(join(path, name), join(folder, name));
  }
  await rm(path, { recursive: true, force: true });
}
