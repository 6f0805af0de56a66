import type { OutcomeCounts } from "../counts/outcome-counts.js";
import { classIndex } from "./class-index.js";
import { overLabels } from "./true-classes.js";
import { outcomeTable } from "./comparison-table.js";
import type { Disparity } from "./disparity.js";
import type { GapOptions } from "./largest-gap.js";
import { smallestRatio } from "./smallest-ratio.js";

/**
 * Returns the smallest ratio of a rate between two groups: `min over (y, ŷ) of (min_a r / max_a r)` with
 * `r = P(Ŷ=ŷ | Y=y, A=a)`; 1 means equal, 0 that some group never gets a prediction that another one gets. With
 * `positiveClass` only ŷ = that class is looked at, which for two classes is the smaller of TPR and FPR ratio.
 *
 * 0/0 is undefined: a prediction that no group gets for some label makes the status `partial`, and where all rows get
 * one and the same prediction, or nothing at all can be divided, the value is `undefined`. There is no stand-in value.
 *
 * Throws {@link UsageError} where `positiveClass` is not a class or the minimum support is below 1.
 */
export function equalizedOddsRatio(
  outcomes: OutcomeCounts,
  options: GapOptions & { readonly positiveClass?: string | undefined } = {},
): Disparity {
  const { positiveClass } = options;
  const labels = outcomes.classes.map((_, index) => index);
  const predictions = positiveClass === undefined ? labels : [classIndex(outcomes.classes, positiveClass)];
  const comparisons = outcomeTable(outcomes, () => predictions);
  const wholePrediction = positiveClass === undefined && labels.length > 1;
  return overLabels(smallestRatio(comparisons, { ...options, wholePrediction }), outcomes);
}
