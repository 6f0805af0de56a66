import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { hashFolder } from "./hash-file.js";

/** The C++ of an addon. */
export interface AddonSources {
  /** What is compiled, as absolute paths. */
  readonly files: readonly string[];
  /** SHA-256 over these files and the headers beside them. */
  readonly sha256: string;
}

/** Returns all C++ files of these folders, in their order; a folder that does not exist has none. */
export async function addonSources(folders: readonly string[]): Promise<AddonSources> {
  const present = folders.filter((folder) => existsSync(folder));
  const hash = createHash("sha256");
  const files: string[] = [];
  for (const folder of present) {
    hash.update(await hashFolder(folder));
    const names = (await readdir(folder)).filter((name) => name.endsWith(".cc")).sort();
    for (const name of names) files.push(join(folder, name));
  }
  return { files, sha256: hash.digest("hex") };
}
