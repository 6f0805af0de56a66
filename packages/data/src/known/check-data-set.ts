import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { loadLocatedGraph } from "../load/load-graph.js";
import { checkFiles, type CheckedFile } from "./check-files.js";
import { checkStatistics, graphStatistics, type GraphStatistics } from "./check-statistics.js";
import { locateKnownCard } from "./known-card-text.js";
import type { KnownDataSet } from "./known-data-set.js";
import { knownDataSet } from "./known-data-sets.js";

/** A data set whose files and statistics are right. */
export interface CheckedDataSet {
  readonly name: string;
  readonly files: readonly CheckedFile[];
  readonly statistics: GraphStatistics;
}

/**
 * Checks that `folder` has the original files of a data set: sizes, then checksums, then, after loading them, every
 * statistic that is known. Nothing is written to the folder. Throws InputError naming file, expected and found value,
 * and where to get the right file, and UsageError for a name that no data set has.
 */
export async function checkDataSet(name: string, folder: string): Promise<CheckedDataSet> {
  return checkKnown(knownDataSet(name), folder);
}

/** The same for a data set that is given by its description. */
export async function checkKnown(known: KnownDataSet, folder: string): Promise<CheckedDataSet> {
  const files = await checkFiles(known, folder);
  const loaded = await withDerived(known, folder, (derived) => {
    const { card } = locateKnownCard(known, resolve(folder));
    const nodes = derived === undefined ? card.nodes : { ...card.nodes, files: [{ path: derived }] };
    return loadLocatedGraph({ card: { ...card, nodes }, folder: resolve(folder) });
  });
  const statistics = graphStatistics(loaded, known.sensitive);
  checkStatistics(known, statistics);
  return { name: known.name, files, statistics };
}

/** Runs `work` with the path of the derived file, which is made for it, where the data set has one. */
async function withDerived<T>(
  { derived }: KnownDataSet,
  folder: string,
  work: (derived: string | undefined) => Promise<T>,
): Promise<T> {
  if (derived === undefined) return work(undefined);
  const made = await mkdtemp(join(tmpdir(), "evenodds-data-"));
  try {
    const file = join(made, derived.name);
    await derived.write(folder, file);
    return await work(file);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}
