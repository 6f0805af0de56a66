import type { OutcomeCounts } from "../counts/outcome-counts.js";
import { overLabels } from "./true-classes.js";
import { recallTable } from "./comparison-table.js";
import type { Disparity } from "./disparity.js";
import { largestGap, type GapOptions } from "./largest-gap.js";

/**
 * Returns the paper's ΔEO, for any number of groups: `max over y of (max_a P(Ŷ=y | Y=y, A=a) − min_a …)`. It looks only
 * at right predictions, the diagonal of the confusion matrix: equal to the equalized odds difference for two classes,
 * at most that for more. `partial` where a single true class has rows.
 *
 * Source: Singer and Radinsky 2022, section "Metrics" (two groups). Later papers give the same name to the TPR gap of
 * class 1 alone, which is `equalOpportunityDifference`.
 */
export function diagonalRecallGap(outcomes: OutcomeCounts, options: GapOptions = {}): Disparity {
  return overLabels(largestGap(recallTable(outcomes), options), outcomes);
}
