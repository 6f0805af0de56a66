import { cellSizes, cellStatus, type OutcomeCounts } from "@evenodds/core";
import { tieTolerance } from "../stratum-gap.js";

/** A label with the groups whose rates are compared. */
export interface ComparedGroups {
  readonly label: number;
  /** At least two, ascending. */
  readonly groups: Int32Array;
  /** With two classes the right one alone: the other is its mirror image. */
  readonly predictions: Int32Array;
}

/** Returns the labels in which two groups or more have `minimumSupport` rows in both of two tables of counts. */
export function comparedGroups(
  { a, b }: { readonly a: OutcomeCounts; readonly b: OutcomeCounts },
  minimumSupport: number,
): ComparedGroups[] {
  const width = a.classes.length;
  const [sizesA, sizesB] = [cellSizes(a), cellSizes(b)];
  const all = Int32Array.from(a.classes.keys());
  return a.classes.flatMap((_, label) => {
    const groups = Int32Array.from(a.groups.keys()).filter((g) =>
      [sizesA, sizesB].every((sizes) => cellStatus(sizes[g * width + label]!, minimumSupport) === "ok"),
    );
    return groups.length < 2 ? [] : [{ label, groups, predictions: width === 2 ? Int32Array.of(label) : all }];
  });
}

/** Number of pairs of groups that are compared, over all labels and predictions. */
export function comparedPairs(compared: readonly ComparedGroups[]): number {
  return compared.reduce(
    (sum, { groups, predictions }) => sum + (predictions.length * groups.length * (groups.length - 1)) / 2,
    0,
  );
}

/**
 * Returns what gives the equalized odds difference of counts in this form, over the labels and groups that are
 * compared: for tables that are drawn by the thousand.
 */
export function gapOfCounts(
  { classes, counts }: Pick<OutcomeCounts, "classes" | "counts">,
  compared: readonly ComparedGroups[],
): (counts: Float64Array) => number {
  const width = classes.length;
  const sizes = new Float64Array(counts.length / width);
  counts.forEach((count, at) => (sizes[Math.floor(at / width)]! += count));
  return (drawn) => {
    let largest = 0;
    for (const { label, groups, predictions } of compared) {
      for (const prediction of predictions) {
        let [high, low] = [-Infinity, Infinity];
        for (const g of groups) {
          const cell = g * width + label;
          const rate = drawn[cell * width + prediction]! / sizes[cell]!;
          if (rate > high) high = rate;
          if (rate < low) low = rate;
        }
        if (high - low > largest) largest = high - low;
      }
    }
    return largest;
  };
}

/** Whether a drawn change is at least as large as the observed one; rounding does not count. */
export function reaches(drawn: number, observed: number): boolean {
  return Math.abs(drawn) >= Math.abs(observed) - 4 * tieTolerance;
}
