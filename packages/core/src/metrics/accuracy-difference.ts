import { cellSize, countAt, type OutcomeCounts } from "../counts/outcome-counts.js";
import type { Comparison } from "./comparison.js";
import type { Disparity } from "./disparity.js";
import { largestGap, type GapOptions } from "./largest-gap.js";

/**
 * Returns the accuracy gap: `max_a P(Ŷ=Y | A=a) − min_a P(Ŷ=Y | A=a)`, over groups with at least `minimumSupport` rows.
 * The worst pair names `(right)` as its prediction. Groups with other shares of a hard label have other accuracies
 * without any violation of equalized odds.
 *
 * Source: "overall accuracy equality" of Verma and Rubin 2018.
 */
export function accuracyDifference(outcomes: OutcomeCounts, options: GapOptions = {}): Disparity {
  return largestGap([rightComparison(outcomes, true)], options);
}

/**
 * Returns the error-rate gap: `max_a P(Ŷ≠Y | A=a) − min_a P(Ŷ≠Y | A=a)`. Always equal to {@link accuracyDifference};
 * its worst pair names the group with more errors as the highest, and `(wrong)` as the prediction.
 */
export function errorRateDifference(outcomes: OutcomeCounts, options: GapOptions = {}): Disparity {
  return largestGap([rightComparison(outcomes, false)], options);
}

/** Returns the comparison of `P(Ŷ=Y | A=a)` over groups, or with `right` false that of `P(Ŷ≠Y | A=a)`. */
export function rightComparison(outcomes: OutcomeCounts, right: boolean): Comparison {
  const { groups, classes } = outcomes;
  return {
    label: null,
    prediction: right ? "(right)" : "(wrong)",
    fractions: groups.map((group, g) => {
      const n = classes.reduce((sum, _, y) => sum + cellSize(outcomes, g, y), 0);
      const correct = classes.reduce((sum, _, y) => sum + countAt(outcomes, g, y, y), 0);
      return { group, k: right ? correct : n - correct, n };
    }),
  };
}
