import type { OutcomeCounts } from "../counts/outcome-counts.js";
import { overLabels } from "./true-classes.js";
import { equalizedOddsTable } from "./comparison-table.js";
import type { Disparity } from "./disparity.js";
import { disparity, eachExtremes, gapAt, type GapOptions } from "./largest-gap.js";
import { checkMinimumSupport, defaultMinimumSupport } from "./rate.js";

/**
 * Returns the mean over labels y of the label's largest gap, `max over ŷ of (max_a P(Ŷ=ŷ | Y=y, A=a) − min_a …)`. With
 * two classes this is the mean of TPR gap and FPR gap. A mean lets one good half hide a bad one, so the maximum is the
 * main number and this one is shown beside it.
 *
 * Labels without a comparison are left out of the mean (`partial`). Unlike a maximum, a partial mean is not a bound of
 * the full one, so it cannot be limited by a gate. There is no worst pair.
 */
export function equalizedOddsMeanDifference(outcomes: OutcomeCounts, options: GapOptions = {}): Disparity {
  const { minimumSupport = defaultMinimumSupport } = options;
  checkMinimumSupport(minimumSupport);
  const comparisons = equalizedOddsTable(outcomes);
  const largest = comparisons.cells.map(() => -1);
  eachExtremes(comparisons, minimumSupport, (c, high, low) => {
    const label = comparisons.over[c]!;
    largest[label] = Math.max(largest[label]!, gapAt(comparisons, c, high, low));
  });
  const gaps = largest.filter((gap) => gap > -1);
  const value = gaps.length === 0 ? null : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  return overLabels(disparity({ value, worst: null, comparisons, minimumSupport }), outcomes);
}
