import type { OutcomeCounts } from "../counts/outcome-counts.js";
import { classIndex } from "./class-index.js";
import { labelComparison } from "./comparison.js";
import type { Disparity, WorstPair } from "./disparity.js";
import { disparity, extremeGroups, type GapOptions } from "./largest-gap.js";
import { checkMinimumSupport, defaultMinimumSupport } from "./rate.js";

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
  const { minimumSupport = defaultMinimumSupport, positiveClass } = options;
  checkMinimumSupport(minimumSupport);
  const labels = outcomes.classes.map((_, index) => index);
  const predictions = positiveClass === undefined ? labels : [classIndex(outcomes.classes, positiveClass)];
  const comparisons = labels.flatMap((label) => predictions.map((p) => labelComparison(outcomes, label, p)));

  let value: number | null = null;
  let worst: WorstPair | null = null;
  let divisible = 0;
  let zeroByZero = 0;
  const predicted = new Set<string>();
  for (const { label, prediction, fractions } of comparisons) {
    const extremes = extremeGroups(fractions, minimumSupport);
    if (extremes === null) continue;
    const { highest, lowest } = extremes;
    if (highest.k === 0) {
      zeroByZero++;
      continue;
    }
    divisible++;
    predicted.add(prediction);
    const ratio = (lowest.k * highest.n) / (lowest.n * highest.k);
    if (value === null || ratio < value) {
      value = ratio;
      worst = { label, prediction, highest, lowest };
    }
  }

  const constant = positiveClass === undefined && labels.length > 1 && predicted.size === 1;
  if (zeroByZero > 0 && (value === null || constant)) {
    const { leftOut } = disparity({ value: null, worst: null, comparisons, minimumSupport });
    const reason = constant ? "all rows get the same prediction, so the other rates are 0/0" : "every rate is 0";
    return { status: "undefined", value: null, reason, worst: null, leftOut };
  }
  const result = disparity({ value, worst, comparisons, minimumSupport });
  if (zeroByZero === 0) return result;
  const zeros = `${zeroByZero} of ${zeroByZero + divisible} ratios are 0/0 and were left out`;
  return { ...result, status: "partial", reason: result.reason === null ? zeros : `${result.reason}; ${zeros}` };
}
