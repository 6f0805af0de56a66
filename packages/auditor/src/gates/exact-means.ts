import {
  balancedAccuracy,
  confusionOf,
  equalizedOddsComparisons,
  equalizedOddsMeanDifference,
  f1Scores,
  largestGap,
  type Disparity,
  type OutcomeCounts,
} from "@evenodds/core";
import { exactSum } from "./exact-sum.js";
import type { GroupFigureName } from "./report-metrics.js";

/** Returns a mean that core computes from counts, as the correctly rounded value of the fraction that it is. */
export function exactMean(name: GroupFigureName, outcomes: OutcomeCounts): number | null {
  const { counts, labels, predictions, classes, total } = confusionOf(outcomes);
  const right = (c: number) => counts[c * classes.length + c]!;
  const indices = classes.map((_, c) => c);
  if (name === "balancedAccuracy") {
    if (balancedAccuracy(outcomes) === null) return null;
    const own = indices.filter((c) => labels[c]! > 0);
    return exactSum(own.map((c) => ({ k: right(c), n: labels[c]! * own.length })));
  }
  const { perClass } = f1Scores(outcomes);
  const own = indices.filter((c) => perClass[c] !== null);
  if (own.length === 0) return null;
  const sum = (c: number) => labels[c]! + predictions[c]!;
  return name === "f1Macro"
    ? exactSum(own.map((c) => ({ k: 2 * right(c), n: sum(c) * own.length })))
    : exactSum(own.map((c) => ({ k: 2 * right(c) * labels[c]!, n: sum(c) * total })));
}

/** Returns core's mean difference as the correctly rounded value of the fraction that it is. */
export function exactMeanDifference(outcomes: OutcomeCounts, options: { readonly minimumSupport: number }): Disparity {
  const found = equalizedOddsMeanDifference(outcomes, options);
  if (found.value === null) return found;
  const comparisons = equalizedOddsComparisons(outcomes);
  const gaps = outcomes.classes.flatMap((label) => {
    const { worst } = largestGap(
      comparisons.filter((one) => one.label === label),
      options,
    );
    if (worst === null) return [];
    const { highest: a, lowest: b } = worst;
    return [{ k: a.k * b.n - b.k * a.n, n: a.n * b.n }];
  });
  return { ...found, value: exactSum(gaps.map(({ k, n }) => ({ k, n: n * gaps.length }))) };
}
