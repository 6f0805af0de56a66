import { gatherClusters, InputError, IntegerIndex, type ClusterCounts } from "@evenodds/core";

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

/**
 * Counts rows by cluster, group, label and prediction. Clusters without a complete row do not occur. Throws
 * {@link InputError} where the lengths disagree.
 */
export function clusterCounts(rows: ClusteredRows): ClusterCounts {
  const { group, label, prediction, cluster, groups, classes, include } = rows;
  const lengths = [group, label, prediction, cluster].map((codes) => codes.length);
  if (new Set(lengths).size !== 1) {
    throw new InputError({
      argument: "rows",
      expected: "as many groups, labels, predictions and clusters",
      found: lengths.join(", "),
    });
  }
  const width = classes.length;
  const clusters = new IntegerIndex();
  const entries = { cluster: new Int32Array(label.length), cell: new Int32Array(label.length) };
  let length = 0;
  for (let i = 0; i < label.length; i++) {
    if (include?.[i] === 0 || group[i]! < 0 || label[i]! < 0 || prediction[i]! < 0) continue;
    // Keys beyond all codes stand for the rows without one.
    entries.cluster[length] = clusters.add(cluster[i]! < 0 ? 2 ** 31 + i : cluster[i]!);
    entries.cell[length++] = (group[i]! * width + label[i]!) * width + prediction[i]!;
  }
  return gatherClusters(
    {
      cluster: entries.cluster.subarray(0, length),
      cell: entries.cell.subarray(0, length),
      count: new Float64Array(length).fill(1),
    },
    { groups, classes, clusterCount: clusters.size },
  );
}
