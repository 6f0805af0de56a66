import { stat } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "@evenodds/core";
import { digestFile, type FileDigest } from "./digest-file.js";
import type { KnownCopy, KnownDataSet, KnownFile } from "./known-data-set.js";

/** An original file that was recognised. */
export interface CheckedFile extends FileDigest {
  readonly name: string;
  /** Repository and path that have the same content. */
  readonly source: string;
}

/**
 * Checks that `folder` has every original file of a data set, by size and then by checksum. Throws {@link InputError}
 * naming the file, what was expected, what is there and which repository has the right file.
 */
export async function checkFiles({ files }: KnownDataSet, folder: string): Promise<CheckedFile[]> {
  const checked: CheckedFile[] = [];
  for (const file of files) checked.push(await checkFile(file, folder));
  return checked;
}

async function checkFile(file: KnownFile, folder: string): Promise<CheckedFile> {
  const path = join(folder, file.name);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) {
    throw refusal(file, found === undefined ? `nothing in ${folder}` : `a folder in ${folder}`);
  }
  const sized = file.copies.filter(({ bytes }) => bytes === undefined || bytes === found.size);
  if (sized.length === 0) throw refusal(file, `${found.size} bytes`);
  const digest = await digestFile(path);
  const copy = sized.find((known) => isCopy(digest, known));
  if (copy === undefined) {
    throw refusal(file, `${found.size} bytes with git blob id ${digest.gitBlob} and sha256 ${digest.sha256}`);
  }
  return { name: file.name, source: copy.source, ...digest };
}

/** Whether everything that is known of a copy is true of a file. */
function isCopy(digest: FileDigest, { sha256 = "", gitBlob = digest.gitBlob }: KnownCopy): boolean {
  return digest.sha256.startsWith(sha256) && digest.gitBlob === gitBlob;
}

function refusal({ name, copies, note }: KnownFile, found: string): InputError {
  const known = copies.map(({ bytes, gitBlob, sha256 }) => {
    const id = gitBlob === undefined ? `sha256 ${sha256}` : `git blob id ${gitBlob}`;
    return bytes === undefined ? `a file with ${id}` : `${bytes} bytes with ${id}`;
  });
  const sources = copies.map(({ source }) => source).join(", or ");
  return new InputError({
    argument: name,
    expected: known.join(", or "),
    found,
    hint: `the right file is ${sources}${note === undefined ? "" : `; ${note}`}`,
  });
}
