import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parseJson } from "@evenodds/core";
import { recordFile, tensorFlowVersion, type Device } from "../addon-folder.js";
import type { Wheel } from "./wheels.js";

/** What a set-up was made from. Equal records stand for interchangeable builds. */
export interface SetupRecord {
  readonly tensorFlow: string;
  readonly device: Device;
  readonly tfjsNode: string;
  readonly wheels: readonly { readonly name: string; readonly version: string; readonly sha256: string }[];
  /** Over the C++ files of the addon. */
  readonly sourcesSha256: string;
}

/** The record as it is written: the compiler is worth knowing, and no reason to build again. */
interface WrittenRecord extends SetupRecord {
  readonly compiler: string;
}

/** Returns the record of a build from these parts. */
export function setupRecord(
  device: Device,
  parts: { readonly tfjsNode: string; readonly wheels: readonly Wheel[]; readonly sourcesSha256: string },
): SetupRecord {
  const { tfjsNode, wheels, sourcesSha256 } = parts;
  return {
    tensorFlow: tensorFlowVersion,
    device,
    tfjsNode,
    wheels: wheels.map(({ name, version, sha256 }) => ({ name, version, sha256 })),
    sourcesSha256,
  };
}

/** Whether a folder holds a finished build with this record. */
export async function hasRecord(folder: string, record: SetupRecord): Promise<boolean> {
  const written = await readRecord(folder);
  return written !== null && isDeepStrictEqual(written, { ...record, compiler: written.compiler });
}

/** Whether a folder holds the unpacked wheels of this record, with an addon from whatever sources. */
export async function hasLibraries(folder: string, { wheels }: SetupRecord): Promise<boolean> {
  return existsSync(join(folder, "include")) && isDeepStrictEqual((await readRecord(folder))?.wheels, wheels);
}

async function readRecord(folder: string): Promise<WrittenRecord | null> {
  try {
    return parseJson(await readFile(join(folder, recordFile), "utf8")) as WrittenRecord;
  } catch {
    return null;
  }
}

/** Writes the record of a build, which says that everything else is there. */
export async function writeRecord(folder: string, record: SetupRecord, compiler: string): Promise<void> {
  const written: WrittenRecord = { ...record, compiler };
  await writeFile(join(folder, recordFile), `${JSON.stringify(written, null, 2)}\n`);
}
