import type { OutcomeCounts } from "../counts/outcome-counts.js";
import { overLabels } from "./true-classes.js";
import { equalizedOddsTable } from "./comparison-table.js";
import type { Disparity } from "./disparity.js";
import { largestGap, type GapOptions } from "./largest-gap.js";

/**
 * Returns the equalized odds difference, the main number of an audit, for any number of classes and groups:
 * `max over (y, ŷ) of (max_a P(Ŷ=ŷ | Y=y, A=a) − min_a P(Ŷ=ŷ | Y=y, A=a))`, over cells (y, a) with at least
 * `minimumSupport` rows. It is the largest violation of `Ŷ ⟂ A | Y`: 0 means that no group is treated differently given
 * the true label, 1 is the worst. With two classes it equals `max(TPR gap, FPR gap)` and does not depend on which class
 * is called positive.
 *
 * Edges: one group, or no label with two supported groups, gives `undefined`; small and empty cells (declared groups
 * and classes without rows included) are listed and make the status `partial`, and so does a label that is the same on
 * every row. A constant prediction has value 0.
 *
 * Source: Hardt, Price and Srebro 2016, definition 2.1, turned into its largest violation.
 */
export function equalizedOddsDifference(outcomes: OutcomeCounts, options: GapOptions = {}): Disparity {
  return overLabels(largestGap(equalizedOddsTable(outcomes), options), outcomes);
}
