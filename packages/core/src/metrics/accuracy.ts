import { cellSize, countAt, type OutcomeCounts } from "../counts/outcome-counts.js";
import { rateOf } from "./rate.js";

/** Accuracy of one group. */
export interface GroupAccuracy {
  readonly group: string;
  readonly n: number;
  /** Null for a group without rows. */
  readonly accuracy: number | null;
}

/** Returns the share of rows whose prediction is their label, or null without rows. */
export function accuracy(outcomes: OutcomeCounts): number | null {
  const parts = outcomes.groups.map((_, group) => rightAndAll(outcomes, group));
  return rateOf(
    parts.reduce((sum, part) => sum + part.k, 0),
    parts.reduce((sum, part) => sum + part.n, 0),
  );
}

/** Returns {@link accuracy} of every group, in order. */
export function accuracyByGroup(outcomes: OutcomeCounts): GroupAccuracy[] {
  return outcomes.groups.map((group, index) => {
    const { k, n } = rightAndAll(outcomes, index);
    return { group, n, accuracy: rateOf(k, n) };
  });
}

function rightAndAll(outcomes: OutcomeCounts, group: number): { k: number; n: number } {
  let k = 0;
  let n = 0;
  for (let y = 0; y < outcomes.classes.length; y++) {
    k += countAt(outcomes, group, y, y);
    n += cellSize(outcomes, group, y);
  }
  return { k, n };
}
