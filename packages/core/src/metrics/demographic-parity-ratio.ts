import type { PredictionCounts } from "../counts/prediction-counts.js";
import { classIndex } from "./class-index.js";
import { selectionTable } from "./comparison-table.js";
import type { Disparity } from "./disparity.js";
import type { GapOptions } from "./largest-gap.js";
import { smallestRatio } from "./smallest-ratio.js";

/** A ratio of selection rates, beside the four-fifths rule. */
export interface SelectionRatio extends Disparity {
  /**
   * Whether the lowest rate is at least four fifths of the highest. Null where the ratio is undefined, and where it is
   * partial and at least 0.8: groups that were left out might lie lower.
   */
  readonly fourFifths: boolean | null;
}

/** Lowest share of the highest selection rate that the four-fifths rule lets pass. */
export const fourFifths = 0.8;

/**
 * Returns the demographic parity ratio, also called disparate impact: `min_a P(Ŷ=c | A=a) / max_a P(Ŷ=c | A=a)` for the
 * `positiveClass` c, or without one the smallest over all classes; 1 means equal. Needs no labels. Minimum support is
 * that of a whole group. A class that no group is given is 0/0: `undefined`, or left out of the smallest as `partial`.
 *
 * The four-fifths rule is a rule of thumb of US employment law (29 CFR 1607.4 D) about the favourable outcome alone, so
 * it means something only with the favourable class named. It does not ask whether the difference could be chance.
 *
 * Throws {@link UsageError} where `positiveClass` is not a class. Source: Feldman et al. 2015, definition 1.1.
 */
export function demographicParityRatio(
  predictions: PredictionCounts,
  options: GapOptions & { readonly positiveClass?: string | undefined } = {},
): SelectionRatio {
  const { classes } = predictions;
  const { positiveClass } = options;
  const chosen = positiveClass === undefined ? classes.map((_, c) => c) : [classIndex(classes, positiveClass)];
  const wholePrediction = positiveClass === undefined && classes.length > 1;
  const ratio = smallestRatio(selectionTable(predictions, chosen), { ...options, wholePrediction });
  const below = ratio.value !== null && ratio.value < fourFifths;
  return { ...ratio, fourFifths: below ? false : ratio.status === "estimated" ? true : null };
}
