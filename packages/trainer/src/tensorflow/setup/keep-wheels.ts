import { readdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "../../run-folder/make-folders.js";
import { hashFile } from "./hash-file.js";
import type { Wheel } from "./wheels.js";

/** The name under which a wheel lies. */
export function wheelFile({ name, version }: Wheel): string {
  return `${name}-${version}.whl`;
}

/** Folder of wheels that an interrupted set-up left for the next one. */
function storeOf(cache: string): string {
  return join(cache, "wheels");
}

/**
 * Moves a wheel that an earlier set-up downloaded into `folder` and returns its path; null where there is none. One
 * that is not what it should be is removed. By moving, no two set-ups get the same file.
 */
export async function takeWheel(
  wheel: Wheel,
  { cache, folder, signal }: { readonly cache: string; readonly folder: string; readonly signal: AbortSignal },
): Promise<string | null> {
  const path = join(folder, wheelFile(wheel));
  try {
    await rename(join(storeOf(cache), wheelFile(wheel)), path);
  } catch {
    return null;
  }
  if ((await hashFile(path, signal)) === wheel.sha256) return path;
  await rm(path);
  return null;
}

/** Moves all wheels of a folder to where the next set-up looks for them. */
export async function keepWheels(folder: string, cache: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const found = names.filter((name) => name.endsWith(".whl"));
  if (found.length === 0) return;
  await makeFolders(storeOf(cache));
  // Another set-up may be clearing the same folder away.
  for (const name of found) await rename(join(folder, name), join(storeOf(cache), name)).catch(() => undefined);
}

/** Returns which wheels an earlier set-up left, by name of their file; their content is not looked at. */
export async function keptWheels(cache: string): Promise<ReadonlySet<string>> {
  return new Set(await readdir(storeOf(cache)).catch(() => []));
}

/** Removes what a finished set-up no longer needs, and the folder where nothing else is in it. */
export async function dropWheels(wheels: readonly Wheel[], cache: string): Promise<void> {
  for (const wheel of wheels) await rm(join(storeOf(cache), wheelFile(wheel)), { force: true });
  await rmdir(storeOf(cache)).catch(() => undefined);
}
