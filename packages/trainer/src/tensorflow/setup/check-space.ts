import { statfs } from "node:fs/promises";
import { EngineError, maximum } from "@evenodds/core";
import { wheelFile } from "./keep-wheels.js";
import type { Wheel } from "./wheels.js";

/** For what compiling and the file system itself take. */
const reserve = 100e6;

/** Free bytes for this user on the disk of a folder, which must exist. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Most bytes that a set-up has on the disk at one time: all wheels, what is taken from them, and the copy that pip
 * makes of the wheel it has just fetched.
 */
export function neededBytes(wheels: readonly Wheel[], kept: ReadonlySet<string>): number {
  const missing = wheels.filter((wheel) => !kept.has(wheelFile(wheel)));
  const downloads = missing.reduce((sum, { bytes }) => sum + bytes, 0);
  const unpacked = wheels.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
  return (
    downloads +
    maximum(
      missing.map(({ bytes }) => bytes),
      0,
    ) +
    unpacked +
    reserve
  );
}

/** Throws {@link EngineError} where a folder has less room than is needed. */
export function checkSpace(folder: string, { free, needed }: { readonly free: number; readonly needed: number }): void {
  if (free >= needed) return;
  throw new EngineError({
    argument: folder,
    // Rounded so that what is said to be needed is enough, and what is said to be there is there.
    expected: `${gigabytes(needed, Math.ceil)} GB of free space for the set-up`,
    found: `${gigabytes(free, Math.floor)} GB`,
    hint: "free some, or name a folder on another disk in EVENODDS_CACHE",
  });
}

function gigabytes(bytes: number, round: (value: number) => number): string {
  return (round(bytes / 1e8) / 10).toFixed(1);
}
