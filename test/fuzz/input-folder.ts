import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FuzzInput } from "./seed.js";

/** Writes the files of an input to a new folder. */
export function writeInput(folder: string, { files }: Pick<FuzzInput, "files">): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/**
 * Names of files in the folder that are neither as the input has them nor among the outputs, whose names begin with
 * `out`; empty where the command line itself is what was changed, and may name anything.
 */
export function straysIn(folder: string, { target, files, grows }: FuzzInput): string[] {
  if (target === "flags") return [];
  const found = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [] : [join(entry.parentPath, entry.name).slice(folder.length + 1)],
    ),
  );
  const belongs = (name: string) => name.startsWith("out") || (grows !== undefined && name.startsWith(`${grows}/`));
  const kept = Object.keys(files).filter((name) => !belongs(name));
  const changed = kept.filter((name) => !found.has(name) || !readFileSync(join(folder, name)).equals(files[name]!));
  return [...changed, ...[...found].filter((name) => !belongs(name) && !(name in files))];
}
