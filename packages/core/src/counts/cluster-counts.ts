import { InputError } from "../errors.js";
import { emptyCounts, type OutcomeCounts } from "./outcome-counts.js";

/** The counts of every cluster, without their zeros. */
export interface ClusterCounts {
  /** All clusters together; rows without group, label or prediction are not in it, and `excluded` is empty. */
  readonly outcomes: OutcomeCounts;
  /** `[K + 1]`: cluster k has the entries from `starts[k]` up to `starts[k + 1]`. */
  readonly starts: Int32Array;
  /** `[M]`: index into `outcomes.counts`, ascending within a cluster. */
  readonly cells: Int32Array;
  /** `[M]`: rows of the cluster in that cell, at least 1; or the sum of their weights. */
  readonly counts: Float64Array;
}

/** Amounts by cluster and cell, in any order; pairs may occur more than once. */
export interface ClusterEntries {
  /** `[M]`, from 0 to `clusterCount` − 1. */
  readonly cluster: Int32Array;
  /** `[M]`: index of (group, label, prediction), as in `OutcomeCounts.counts`. */
  readonly cell: Int32Array;
  /** `[M]`: rows, or sums of weights. */
  readonly count: Float64Array;
}

/**
 * Sorts amounts into clusters, which keep their numbers; those without an entry are left out. O(M). Throws
 * {@link InputError} where the lengths disagree.
 */
export function gatherClusters(
  { cluster, cell, count }: ClusterEntries,
  size: { readonly groups: readonly string[]; readonly classes: readonly string[]; readonly clusterCount: number },
): ClusterCounts {
  if (cell.length !== cluster.length || count.length !== cluster.length) {
    throw new InputError({
      argument: "cluster entries",
      expected: "as many cells and counts as clusters",
      found: `${cluster.length} clusters, ${cell.length} cells, ${count.length} counts`,
    });
  }
  const outcomes = emptyCounts(size.groups, size.classes);
  const order = sortedPairs({ cluster, cell }, { cells: outcomes.counts.length, clusters: size.clusterCount });
  const starts = [0];
  const cells = new Int32Array(order.length);
  const counts = new Float64Array(order.length);
  let length = 0;
  order.forEach((entry, i) => {
    const before = i === 0 ? -1 : order[i - 1]!;
    const sameCluster = before >= 0 && cluster[before] === cluster[entry];
    if (before >= 0 && !sameCluster) starts.push(length);
    if (!sameCluster || cell[before] !== cell[entry]) cells[length++] = cell[entry]!;
    counts[length - 1]! += count[entry]!;
    outcomes.counts[cell[entry]!]! += count[entry]!;
  });
  if (order.length > 0) starts.push(length);
  return { outcomes, starts: Int32Array.from(starts), cells: cells.slice(0, length), counts: counts.slice(0, length) };
}

/**
 * Order of the entries by cluster, then cell, then position: two stable counting sorts, the less important one first.
 */
function sortedPairs(
  { cluster, cell }: Pick<ClusterEntries, "cluster" | "cell">,
  size: { readonly cells: number; readonly clusters: number },
): Int32Array {
  const byCell = stableOrder(
    cell.map((_, entry) => entry),
    { key: cell, bound: size.cells },
  );
  return stableOrder(byCell, { key: cluster, bound: size.clusters });
}

function stableOrder(
  order: Int32Array,
  { key, bound }: { readonly key: Int32Array; readonly bound: number },
): Int32Array {
  const next = new Int32Array(bound + 1);
  for (const value of key) next[value + 1]!++;
  for (let v = 0; v < bound; v++) next[v + 1]! += next[v]!;
  const sorted = new Int32Array(order.length);
  for (const entry of order) sorted[next[key[entry]!]!++] = entry;
  return sorted;
}
