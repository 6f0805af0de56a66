import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { makeFolders } from "../../run-folder/make-folders.js";
import { keepWheels } from "./keep-wheels.js";

/** Where a set-up works, beside its target and on the same disk, so that the result can be moved there at once. */
export interface Staging {
  readonly folder: string;
  /** Becomes the target. */
  readonly content: string;
  /** Verified wheels, which outlive a set-up that does not finish. */
  readonly wheels: string;
  /** Downloads and temporary files of the programs that are called. */
  readonly temporary: string;
}

/** Makes a folder for one set-up of `target`, after those of earlier ones that died have been cleared away. */
export async function openStaging(target: string): Promise<Staging> {
  await makeFolders(dirname(target));
  await clearAbandoned(target);
  const folder = await mkdtemp(`${stagingPrefix(target)}${process.pid}-`);
  const staging = {
    folder,
    content: join(folder, "content"),
    wheels: join(folder, "wheels"),
    temporary: join(folder, "temporary"),
  };
  for (const path of [staging.content, staging.wheels, staging.temporary]) await mkdir(path);
  return staging;
}

/** Removes a staging folder; verified wheels are kept where `keep` says so and there is room. */
export async function closeStaging({ folder, wheels }: Staging, { keep }: { readonly keep: boolean }): Promise<void> {
  if (keep) await keepWheels(wheels, dirname(folder)).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
}

/**
 * Moves the finished content to `target`. Where something lies there already, it is moved out of the way first; a
 * process that uses it goes on with the files that it has open.
 */
export async function publish({ content, folder }: Staging, target: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(content, target);
    } catch (error) {
      // Another set-up can finish at any moment.
      if (!isOccupied(error) || attempt === 5) throw error;
    }
    await rename(target, join(folder, `replaced-${attempt}`)).catch(() => undefined);
  }
}

/** Set-ups on other machines can share the folder, and their processes cannot be seen from here. */
function stagingPrefix(target: string): string {
  return `${target}.partial-${hostname()}-`;
}

/** Clears away what set-ups of `target` that died have left; their wheels are kept. */
export async function clearAbandoned(target: string): Promise<void> {
  const cache = dirname(target);
  const prefix = basename(stagingPrefix(target));
  for (const name of await readdir(cache).catch(() => [])) {
    const pid = name.startsWith(prefix) ? Number(/^\d+/.exec(name.slice(prefix.length))?.[0]) : NaN;
    if (Number.isNaN(pid) || isRunning(pid)) continue;
    await keepWheels(join(cache, name, "wheels"), cache);
    await rm(join(cache, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function isOccupied(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOTEMPTY" || error.code === "EEXIST");
}
