import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beginWork, isSystemError, writeRefusal } from "@evenodds/core";
import { removeLeftovers, temporaryPaths } from "./leftovers.js";

/** What stands at the end of the names of such folders. */
const name = "scratch";

/** A place for files meanwhile, which is made when it is asked for. */
export interface ScratchPlace {
  /** Returns an empty folder of the system's place for temporary files, the same at every call. */
  readonly folder: () => Promise<string>;
  /** Hands over an open file of the folder, which is closed and removed before the folder is. */
  readonly own: (file: { remove(): void }) => void;
}

/**
 * Runs `work` with an empty folder of the system's place for temporary files, and removes it afterwards. What processes
 * have left there that were ended is removed by the one that watched over them, or by the next that comes here.
 *
 * Throws `InputError` where the system refuses to write in it, for example on a full disk.
 */
export function withScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  return withPlace(async ({ folder }) => work(await folder()), { isQuiet: false });
}

/**
 * Runs `work` with a place for temporary files as {@link withScratchFolder} does, whose folder is there only once it is
 * asked for.
 */
export function withScratchPlace<T>(work: (place: ScratchPlace) => Promise<T>): Promise<T> {
  return withPlace(work, { isQuiet: true });
}

async function withPlace<T>(work: (place: ScratchPlace) => Promise<T>, how: { readonly isQuiet: boolean }): Promise<T> {
  let made: Promise<MadeFolder> | undefined;
  const owned: { remove(): void }[] = [];
  try {
    return await work({
      folder: async () => (await (made ??= makeFolder(how))).folder,
      own: (file) => owned.push(file),
    });
  } catch (error) {
    throw made !== undefined && isOfPlace(error) ? writeRefusal(tmpdir(), { cause: error }) : error;
  } finally {
    for (const file of owned) file.remove();
    await (await made?.catch(() => undefined))?.remove();
  }
}

/** Whether the system said something about a file there, or about one of which only its number is known. */
function isOfPlace(error: unknown): boolean {
  return isSystemError(error) && (error.path === undefined || error.path.startsWith(tmpdir()));
}

/** A folder that is there. */
interface MadeFolder {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

async function makeFolder({ isQuiet }: { readonly isQuiet: boolean }): Promise<MadeFolder> {
  const target = join(tmpdir(), name);
  await removeLeftovers(tmpdir(), name);
  const { stage } = temporaryPaths(target);
  // Whoever watches removes it where the process is ended.
  const running = beginWork({ doing: "work on disk", library: null, output: target, isQuiet });
  const remove = async () => {
    await rm(stage, { recursive: true, force: true }).catch(() => undefined);
    running.end();
  };
  try {
    await mkdir(stage);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder: stage, remove };
}
