import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { InputError } from "@evenodds/core";
import type { CardFile } from "../card/graph-card.js";
import { readPieces } from "./read-pieces.js";

/** A file that was read, by its name in the card and the SHA-256 of its bytes (64 hexadecimal digits). */
export interface ReadFile {
  readonly name: string;
  readonly sha256: string;
}

/** Returns the absolute path of a file. Throws {@link InputError} where there is none. */
export async function existingFile(
  name: string,
  { folder, hint }: { readonly folder: string; readonly hint?: string | undefined },
): Promise<string> {
  const path = resolve(folder, name);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === true) return path;
  if (found === undefined || found.isDirectory()) {
    const what = found === undefined ? "nothing at this path" : "a folder";
    throw new InputError({ argument: name, expected: "a file", found: what, hint });
  }
  // Its rows are counted before they are read, and hashed.
  throw new InputError({
    argument: name,
    expected: "a file, because it is read more than once",
    found: found.isFIFO() || found.isSocket() ? "a pipe" : "a device",
    hint: "write it to a file first",
  });
}

/**
 * Hashes a file of a card. Throws {@link InputError} where it cannot be read or is not the file that the card means.
 */
export async function hashFile(file: CardFile, folder: string): Promise<ReadFile> {
  const path = await existingFile(file.path, {
    folder,
    hint: `relative paths are looked up in ${folder === "." ? "the working directory" : "the folder of the card"}`,
  });
  const hash = createHash("sha256");
  try {
    await readPieces(path, `hash ${file.path}`, (bytes) => void hash.update(bytes));
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new InputError({ argument: file.path, expected: "a readable file", found }, { cause });
  }
  const sha256 = hash.digest("hex");
  if (file.sha256 !== undefined && file.sha256 !== sha256) {
    throw new InputError({
      argument: file.path,
      expected: `sha256 ${file.sha256}`,
      found: sha256,
      hint: "the file is not the one that the card was written for",
    });
  }
  return { name: file.path, sha256 };
}
