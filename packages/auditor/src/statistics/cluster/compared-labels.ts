import { cellSize, cellStatus, countAt, type OutcomeCounts } from "@evenodds/core";

/** One label with the groups that have enough rows of it to be compared. */
export interface ComparedLabel {
  readonly label: number;
  readonly groups: readonly number[];
  /** `[groups.length]`: rows. */
  readonly sizes: readonly number[];
  /** Predictions that occur; with two of them one is enough, because both have the same gap. */
  readonly predictions: readonly number[];
}

/**
 * Returns the labels with at least two groups with n ≥ `minimumSupport`: the cells that the observed gap is taken over.
 */
export function comparedLabels(outcomes: OutcomeCounts, minimumSupport: number): ComparedLabel[] {
  const { groups, classes } = outcomes;
  return classes.flatMap((_, label) => {
    const supported = groups
      .map((_, group) => group)
      .filter((group) => cellStatus(cellSize(outcomes, group, label), minimumSupport) === "ok");
    if (supported.length < 2) return [];
    const occurring = classes
      .map((_, prediction) => prediction)
      .filter((prediction) => supported.some((group) => countAt(outcomes, group, label, prediction) > 0));
    const sizes = supported.map((group) => cellSize(outcomes, group, label));
    return { label, groups: supported, sizes, predictions: occurring.length === 2 ? occurring.slice(1) : occurring };
  });
}
