import type { ClusterCounts } from "@evenodds/core";
import type { ComparedLabel } from "./compared-labels.js";
import type { ClusterVectors } from "./weighted-sums.js";

/**
 * Returns every cluster's counts of the compared cells as a vector: for each compared label its groups one after
 * another, each with the counts of all predictions. With `include` (`[K]`, 0/1), clusters with 0 are empty.
 */
export function comparedCounts(
  { outcomes, starts, cells, counts }: ClusterCounts,
  labels: readonly ComparedLabel[],
  include?: Uint8Array,
): ClusterVectors {
  const classes = outcomes.classes.length;
  const place = new Int32Array(outcomes.counts.length).fill(-1);
  let width = 0;
  for (const { label, groups } of labels) {
    for (const group of groups) {
      const first = (group * classes + label) * classes;
      for (let prediction = 0; prediction < classes; prediction++) place[first + prediction] = width++;
    }
  }
  const kept = new Int32Array(starts.length);
  const at = new Int32Array(cells.length);
  const values = new Float64Array(cells.length);
  let length = 0;
  for (let k = 0; k + 1 < starts.length; k++) {
    const end = include?.[k] === 0 ? starts[k]! : starts[k + 1]!;
    for (let entry = starts[k]!; entry < end; entry++) {
      const found = place[cells[entry]!]!;
      if (found < 0) continue;
      at[length] = found;
      values[length++] = counts[entry]!;
    }
    kept[k + 1] = length;
  }
  return { starts: kept, at: at.slice(0, length), values: values.slice(0, length), width };
}
