import type { PredictionCounts } from "../counts/prediction-counts.js";
import { selectionTable } from "./comparison-table.js";
import type { Disparity } from "./disparity.js";
import { largestGap, type GapOptions } from "./largest-gap.js";

/**
 * Returns the paper's ΔSP, for any number of groups: `max over ŷ of (max_a P(Ŷ=ŷ | A=a) − min_a P(Ŷ=ŷ | A=a))`. It
 * needs no labels; use `predictionCounts` to get its input from labelled counts. Minimum support is that of a whole
 * group.
 *
 * A perfect classifier has a difference here wherever the groups' labels are distributed differently, so it measures
 * something else than equalized odds.
 *
 * Source: Singer and Radinsky 2022, section "Metrics" (two groups).
 */
export function demographicParityDifference(predictions: PredictionCounts, options: GapOptions = {}): Disparity {
  return largestGap(selectionTable(predictions), options);
}
