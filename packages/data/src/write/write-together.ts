import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { beginWork, InputError, isSystemError, UsageError, writeRefusal, type RunningWork } from "@evenodds/core";
import {
  identityOf,
  removeLeftovers,
  temporaryId,
  temporaryPaths,
  type PlacedTogether,
  type TemporaryPaths,
} from "./leftovers.js";
import { makeFolder } from "./make-folder.js";

/** A file or folder to write. */
export interface Output {
  readonly path: string;
  readonly kind: "file" | "folder";
  /** Throws where what is at `target` must not be replaced. */
  readonly check?: ((target: string) => Promise<void>) | undefined;
  /** Makes the file, or fills the folder, which is there and empty. */
  readonly write: (beside: string) => Promise<void>;
}

/** An output with the places that belong to it. */
interface Place extends Output, TemporaryPaths {
  readonly target: string;
}

/**
 * Writes several files and folders, all or nothing: each is made beside its place and flushed to the disk, and when all
 * are ready, they are put in place, in their order. Folders above are made where they are missing. On any error what
 * was there is put back, and nothing new stays. Where the process ends while they are put in place, the next one that
 * writes to one of the places puts the others in place too.
 *
 * Throws `UsageError` where a folder is in the way of a file, `InputError` where the system refuses, for example on a
 * full disk, and what the outputs' own functions throw.
 */
export async function writeTogether(outputs: readonly Output[]): Promise<void> {
  const id = temporaryId();
  const places = outputs.map((output): Place => {
    const target = resolve(output.path);
    return { ...output, target, ...temporaryPaths(target, id) };
  });
  for (const { target } of places) await removeLeftovers(dirname(target), basename(target));
  for (const place of places) await checkPlace(place);
  const unmake: (() => Promise<void>)[] = [];
  const works: RunningWork[] = [];
  try {
    for (const { target } of places) unmake.push(await makeFolder(dirname(target)));
    for (const place of places) {
      // Whoever watches can remove all that is not in place yet.
      works.push(beginWork({ doing: `write ${basename(place.target)}`, library: null, output: place.target }));
      await orRefusal(place, () => makeReady(place));
    }
    await putInPlace(places);
  } catch (error) {
    for (const { stage } of places) await rm(stage, { recursive: true, force: true });
    for (const one of unmake.reverse()) await one();
    throw error;
  } finally {
    for (const work of works) work.end();
  }
}

/** Flushes a file to the disk, or all files in a folder. */
export async function flush(path: string): Promise<void> {
  if ((await stat(path)).isDirectory()) {
    for (const name of await readdir(path)) await flush(join(path, name));
    return;
  }
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Runs a part of writing; where the system refuses, the error names the place as the user knows it. */
export async function orRefusal<T>(
  { path, stage }: { readonly path: string; readonly stage: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // A file that cannot be read while another is written is another matter.
    if (isSystemError(error) && (error.path?.startsWith(stage) ?? true)) throw writeRefusal(path, { cause: error });
    if (isSystemError(error) && error.code === "ENOSPC") throw writeRefusal(path, { cause: error });
    if (!(error instanceof InputError) || !error.complaint.argument.startsWith(stage)) throw error;
    const argument = path + error.complaint.argument.slice(stage.length);
    throw new InputError({ ...error.complaint, argument }, { cause: error });
  }
}

async function checkPlace({ path, target, kind, check }: Place): Promise<void> {
  const found = await stat(target).catch(() => undefined);
  if (kind === "file" && found?.isDirectory()) {
    throw new UsageError({ argument: "output", expected: "a file name", found: `the folder ${path}` });
  }
  await check?.(target);
}

async function makeReady({ kind, stage, write }: Place): Promise<void> {
  if (kind === "folder") await mkdir(stage);
  await write(stage);
  await flush(stage);
}

async function putInPlace(places: readonly Place[]): Promise<void> {
  const isAlone = places.length === 1;
  const begun: Place[] = [];
  try {
    if (!isAlone) await writeRecords(places);
    for (const place of places) {
      begun.push(place);
      await orRefusal(place, () => exchange(place, { isAlone }));
    }
  } catch (error) {
    await takeBack(begun, error);
    await removeRecords(places);
    throw error;
  }
  // All is in place, whatever becomes of the rest.
  for (const { old } of places) await rm(old, { recursive: true, force: true }).catch(() => undefined);
  if (!isAlone) await removeRecords(places).catch(() => undefined);
}

/** The first one last: where it is, all are. */
async function writeRecords(places: readonly Place[]): Promise<void> {
  const content: PlacedTogether = {
    places: await Promise.all(places.map(async ({ target }) => ({ target, former: await identityOf(target) }))),
  };
  for (const place of places.toReversed()) {
    await orRefusal(place, async () => {
      await writeFile(place.record, JSON.stringify(content), { flush: true });
    });
  }
}

/** The first one first: without it, none of the others counts. */
async function removeRecords(places: readonly Place[]): Promise<void> {
  for (const { record } of places) await rm(record, { force: true });
}

async function exchange(place: Place, { isAlone }: { isAlone: boolean }): Promise<void> {
  const { kind, target, stage, old } = place;
  // What came there while the outputs were made is somebody's.
  await checkPlace(place);
  const isThere = (await identityOf(target)) !== null;
  // A second name keeps a file for as long as the others may fail, and its readers see one of the two all the time.
  if (isThere && kind === "file" && !isAlone) await link(target, old).catch(() => rename(target, old));
  if (isThere && kind === "folder") await rename(target, old);
  await rename(stage, target);
}

/** Takes back what was put in place. Where that fails, the error says where what was there before is. */
async function takeBack(begun: readonly Place[], error: unknown): Promise<void> {
  for (const { path, kind, target, stage, old } of begun.toReversed()) {
    try {
      const isPlaced = (await identityOf(stage)) === null;
      const wasThere = (await identityOf(old)) !== null;
      if (isPlaced && (kind === "folder" || !wasThere)) await rename(target, stage);
      if (wasThere) await rename(old, target);
    } catch {
      const found = "an error while it was put in place, and while that was taken back";
      throw writeRefusal(path, { found, cause: error, hint: `what was there before is in ${old}` });
    }
  }
}
