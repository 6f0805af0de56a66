import { emptyCounts, InputError, type OutcomeCounts } from "@evenodds/core";

/** Rows with the cluster that each belongs to, as codes `[N]`; −1 = missing. */
export interface ClusteredRows {
  readonly group: Int32Array;
  readonly label: Int32Array;
  readonly prediction: Int32Array;
  /** Any numbers; a row with −1 is a cluster of its own. */
  readonly cluster: Int32Array;
  readonly groups: readonly string[];
  readonly classes: readonly string[];
  /** `[N]`, 0/1: rows with 0 take no part. */
  readonly include?: Uint8Array | undefined;
}

/** The counts of every cluster, without their zeros. */
export interface ClusterCounts {
  /** All clusters together; rows without group, label or prediction are not in it, and `excluded` is empty. */
  readonly outcomes: OutcomeCounts;
  /** `[K + 1]`: cluster k has the entries from `starts[k]` up to `starts[k + 1]`. */
  readonly starts: Int32Array;
  /** `[M]`: index into `outcomes.counts`. */
  readonly cells: Int32Array;
  /** `[M]`: rows of the cluster in that cell, at least 1. */
  readonly counts: Float64Array;
}

/**
 * Counts rows by cluster, group, label and prediction. Clusters without a complete row do not occur. Throws
 * {@link InputError} where the lengths disagree.
 */
export function countClusters(rows: ClusteredRows): ClusterCounts {
  const { group, label, prediction, cluster, groups, classes, include } = rows;
  const lengths = [group, label, prediction, cluster].map((codes) => codes.length);
  if (new Set(lengths).size !== 1) {
    throw new InputError({
      argument: "rows",
      expected: "as many groups, labels, predictions and clusters",
      found: lengths.join(", "),
    });
  }
  const outcomes = emptyCounts(groups, classes);
  const width = classes.length;
  const cellCount = outcomes.counts.length;
  const clusters = new Map<number, number>();
  let next = 0;
  // One sortable number per row. Products stay far below 2^53.
  const keys: number[] = [];
  for (let i = 0; i < label.length; i++) {
    if (include?.[i] === 0 || group[i]! < 0 || label[i]! < 0 || prediction[i]! < 0) continue;
    const cell = (group[i]! * width + label[i]!) * width + prediction[i]!;
    outcomes.counts[cell]!++;
    const code = cluster[i]!;
    let index = code < 0 ? undefined : clusters.get(code);
    if (index === undefined) {
      index = next++;
      if (code >= 0) clusters.set(code, index);
    }
    keys.push(index * cellCount + cell);
  }
  const sorted = Float64Array.from(keys).sort();
  const starts = new Int32Array(next + 1);
  const cells: number[] = [];
  const counts: number[] = [];
  sorted.forEach((key, i) => {
    if (i > 0 && key === sorted[i - 1]) {
      counts[counts.length - 1]!++;
      return;
    }
    cells.push(key % cellCount);
    counts.push(1);
    starts[Math.floor(key / cellCount) + 1]!++;
  });
  for (let k = 0; k < next; k++) starts[k + 1]! += starts[k]!;
  return { outcomes, starts, cells: Int32Array.from(cells), counts: Float64Array.from(counts) };
}
