import type { OutcomeCounts } from "../counts/outcome-counts.js";
import type { ScoreCounts } from "../counts/score-counts.js";
import { InputError, UsageError } from "../errors.js";
import { accuracy } from "./accuracy.js";
import type { DisparityStatus } from "./disparity.js";
import { equalizedOddsDifference } from "./equalized-odds-difference.js";
import type { GapOptions } from "./largest-gap.js";

/** What a classifier would be that predicts the positive class where `score ≥ threshold`. */
export interface ThresholdPoint {
  readonly threshold: number;
  /** Equalized odds difference; null exactly when `status` is `undefined`. */
  readonly gap: number | null;
  readonly status: DisparityStatus;
  /** Null without rows. */
  readonly accuracy: number | null;
}

/** Points of a curve unless a caller says otherwise. */
export const defaultCurvePoints = 101;

/**
 * Returns the equalized odds difference over score thresholds, in ascending order of threshold. Thresholds are
 * `thresholds` where given; otherwise distinct scores, all of them or `points` (101 by default) spread evenly over
 * their ranks, the lowest (everything predicted positive, gap 0) and the highest included. A small gap at an extreme
 * threshold only says that nearly all rows get one prediction. The curve is information: a threshold that was picked by
 * it has to be tested on other rows.
 *
 * Throws {@link InputError} for a threshold that is NaN and {@link UsageError} for fewer than 2 points. Empty without
 * scores.
 */
export function thresholdCurve(
  counted: ScoreCounts,
  options: GapOptions & {
    readonly thresholds?: readonly number[] | undefined;
    readonly points?: number | undefined;
  } = {},
): ThresholdPoint[] {
  const { points = defaultCurvePoints } = options;
  const thresholds = options.thresholds ?? spreadScores(counted.scores, points);
  if (thresholds.some(Number.isNaN)) {
    throw new InputError({ argument: "thresholds", expected: "numbers", found: "NaN" });
  }
  const counts = runningOutcomes(counted);
  return [...thresholds]
    .sort((a, b) => a - b)
    .map((threshold) => {
      const outcomes = counts(threshold);
      const { value, status } = equalizedOddsDifference(outcomes, options);
      return { threshold, gap: value, status, accuracy: accuracy(outcomes) };
    });
}

/** `outcomesAtThreshold` for ascending thresholds: every score is looked at once, not once per threshold. */
function runningOutcomes(counted: ScoreCounts): (threshold: number) => OutcomeCounts {
  const { groups, classes, scores, counts, excluded } = counted;
  const width = scores.length;
  const rows = groups.length * 2;
  const totals = Array.from({ length: rows }, (_, row) => {
    return counts.subarray(row * width, (row + 1) * width).reduce((sum, n) => sum + n, 0);
  });
  const below = new Float64Array(rows);
  let next = 0;
  return (threshold) => {
    for (; next < width && scores[next]! < threshold; next++) {
      for (let row = 0; row < rows; row++) below[row]! += counts[row * width + next]!;
    }
    const cells = totals.flatMap((total, row) => [below[row]!, total - below[row]!]);
    return { groups, classes, counts: Float64Array.from(cells), excluded };
  };
}

/** Returns at most `points` of the scores, evenly spread over their ranks, first and last included. */
export function spreadScores(scores: Float64Array, points: number): number[] {
  if (!Number.isSafeInteger(points) || points < 2) {
    throw new UsageError({ argument: "points", expected: "a whole number, 2 or more", found: `${points}` });
  }
  if (scores.length <= points) return Array.from(scores);
  return Array.from({ length: points }, (_, i) => scores[Math.round((i * (scores.length - 1)) / (points - 1))]!);
}
