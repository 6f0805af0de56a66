import { isEvenoddsError } from "@evenodds/core";
import { checkFiles } from "./check-files.js";
import type { KnownDataSet } from "./known-data-set.js";
import { knownDataSets } from "./known-data-sets.js";

/**
 * Returns the names of all data sets whose original files are in `folder`, by name, size and checksum; two where one
 * pair of files serves two tasks, none where nothing is recognised. Statistics are not looked at: see `checkDataSet`.
 */
export async function recognizeDataSet(folder: string): Promise<string[]> {
  return recognizeAmong(knownDataSets, folder);
}

/** The same among given descriptions. */
export async function recognizeAmong(known: readonly KnownDataSet[], folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const dataSet of known) if (await hasFiles(dataSet, folder)) names.push(dataSet.name);
  return names;
}

async function hasFiles(known: KnownDataSet, folder: string): Promise<boolean> {
  try {
    await checkFiles(known, folder);
    return true;
  } catch (error) {
    if (isEvenoddsError(error)) return false;
    throw error;
  }
}
