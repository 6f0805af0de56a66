import type { OutcomeCounts } from "../counts/outcome-counts.js";
import { classIndex } from "./class-index.js";
import { labelComparison } from "./comparison.js";
import type { Disparity } from "./disparity.js";
import { largestGap, type GapOptions } from "./largest-gap.js";

/**
 * Returns the TPR gap of one class: `max_a P(Ŷ=c | Y=c, A=a) − min_a P(Ŷ=c | Y=c, A=a)` for c = `positiveClass`. It
 * says nothing about false positives, so it can be 0 where the equalized odds difference is 1.
 *
 * Throws {@link UsageError} with near matches where `positiveClass` is not a class.
 *
 * Source: Hardt, Price and Srebro 2016, definition 2.2.
 */
export function equalOpportunityDifference(
  outcomes: OutcomeCounts,
  options: GapOptions & { readonly positiveClass: string },
): Disparity {
  const label = classIndex(outcomes.classes, options.positiveClass);
  return largestGap([labelComparison(outcomes, label, label)], options);
}
