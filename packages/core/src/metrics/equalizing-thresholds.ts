import { checkScoreCounts, scoreRow, type ScoreCounts } from "../counts/score-counts.js";
import { UsageError } from "../errors.js";
import type { GapOptions } from "./largest-gap.js";
import { cellStatus, checkMinimumSupport, defaultMinimumSupport } from "./rate.js";
import { spreadScores } from "./threshold-curve.js";

/** The threshold of one group, and what it does there. */
export interface GroupThreshold {
  readonly group: string;
  /** Positive where `score ≥ threshold`; null = nobody is predicted positive. */
  readonly threshold: number | null;
  readonly truePositiveRate: number;
  readonly falsePositiveRate: number;
}

/** One threshold for all groups, or one per group. */
export interface ThresholdChoice {
  readonly byGroup: readonly GroupThreshold[];
  /** max(TPR gap, FPR gap) over the groups. */
  readonly gap: number;
  /** Mean over the groups of (TPR + 1 − FPR) / 2. */
  readonly balancedAccuracy: number;
}

/** What thresholds by group could equalize, beside the best threshold for all. */
export interface EqualizingThresholds {
  /** The threshold for all groups with the highest balanced accuracy. Null where nothing can be compared. */
  readonly common: ThresholdChoice | null;
  /** The thresholds by group with the smallest gap. Null where nothing can be compared. */
  readonly separate: ThresholdChoice | null;
  /** Groups without enough rows of both labels; they have no part. */
  readonly leftOut: readonly string[];
  readonly reason: string | null;
}

/** Points of a group's ROC curve. */
interface Roc {
  readonly group: string;
  readonly points: readonly GroupThreshold[];
}

/**
 * Returns the threshold per group that makes `max(TPR gap, FPR gap)` smallest, without randomised predictions: every
 * group may move along its own ROC curve. Choices whose balanced accuracy is more than `tolerance` (0.05 by default)
 * below that of the best common threshold are not considered, because predicting the same for everybody would always
 * have gap 0. At most `points` (101 by default) thresholds per group are tried, spread evenly over the ranks of the
 * scores.
 *
 * With two groups all pairs are tried. With more, every point of every curve (of 64 curves, spread evenly over the
 * groups, where there are more) is taken as a target and each group goes to its nearest point (the larger of both
 * distances counts): the gap found is at most twice the smallest possible, apart from the tolerance. As information: it
 * uses the group at decision time, which may be neither wanted nor lawful, and a gap that was made small on these rows
 * is larger on others.
 *
 * Throws {@link InputError} for score counts that do not fit together and {@link UsageError} for a tolerance outside
 * [0, 1]. Source: Hardt, Price and Srebro 2016, section 3.2, without its randomisation.
 */
export function equalizingThresholds(
  counted: ScoreCounts,
  options: GapOptions & { readonly tolerance?: number | undefined; readonly points?: number | undefined } = {},
): EqualizingThresholds {
  const { minimumSupport = defaultMinimumSupport, tolerance = 0.05, points = 101 } = options;
  checkMinimumSupport(minimumSupport);
  checkScoreCounts(counted);
  if (!(tolerance >= 0 && tolerance <= 1)) {
    throw new UsageError({ argument: "tolerance", expected: "a number from 0 to 1", found: `${tolerance}` });
  }
  const thresholds = spreadScores(counted.scores, points);
  const curves: Roc[] = [];
  const leftOut: string[] = [];
  counted.groups.forEach((group, g) => {
    const sizes = ([0, 1] as const).map((label) => scoreRow(counted, g, label).reduce((sum, n) => sum + n, 0));
    const supported = sizes.every((n) => cellStatus(n, minimumSupport) === "ok");
    if (supported) curves.push({ group, points: rocPoints(counted, { group: g, thresholds }) });
    else leftOut.push(group);
  });
  if (curves.length < 2) {
    return { common: null, separate: null, leftOut, reason: "there are no two groups with enough rows of both labels" };
  }
  const common = thresholds.concat(Infinity).map((_, i) => choiceOf(curves.map((curve) => curve.points[i]!)));
  const best = common.reduce((one, other) => (other.balancedAccuracy > one.balancedAccuracy ? other : one));
  let separate = best;
  for (const choice of choices(curves, () => separate.gap)) {
    if (choice.balancedAccuracy < best.balancedAccuracy - tolerance) continue;
    const better = choice.gap < separate.gap;
    const asGood = choice.gap === separate.gap && choice.balancedAccuracy > separate.balancedAccuracy;
    if (better || asGood) separate = choice;
  }
  return { common: best, separate, leftOut, reason: null };
}

/** Groups whose points are targets: with all of them, time would grow with the square of the groups. */
const mostTargetCurves = 64;

function* choices(curves: readonly Roc[], most: () => number): Generator<ThresholdChoice> {
  if (curves.length === 2) {
    for (const one of curves[0]!.points) for (const other of curves[1]!.points) yield choiceOf([one, other]);
    return;
  }
  // The best choice has a point on every curve, so the targets of one would do for the promise.
  const step = Math.max(1, curves.length / mostTargetCurves);
  const chosen = Array.from({ length: Math.min(curves.length, mostTargetCurves) }, (_, i) => Math.floor(i * step));
  for (const at of chosen) {
    for (const target of curves[at]!.points) {
      const spread = widening();
      const nearby: GroupThreshold[] = [];
      for (const curve of curves) {
        nearby.push(nearest(curve, target));
        // Further groups only widen the gap.
        if (spread.add(nearby.at(-1)!) > most()) break;
      }
      if (nearby.length === curves.length) yield choiceOf(nearby);
    }
  }
}

/**
 * Returns the first of the points that are nearest to the target. Both rates fall along the curve, so up to some point
 * it lies above the target, by less and less, and from there on below it, by more and more.
 */
function nearest({ points }: Roc, target: GroupThreshold): GroupThreshold {
  const above = ({ truePositiveRate, falsePositiveRate }: GroupThreshold) =>
    Math.max(truePositiveRate - target.truePositiveRate, falsePositiveRate - target.falsePositiveRate);
  const below = ({ truePositiveRate, falsePositiveRate }: GroupThreshold) =>
    Math.max(target.truePositiveRate - truePositiveRate, target.falsePositiveRate - falsePositiveRate);
  const turn = firstWhere(points, (point) => below(point) >= above(point));
  const before = points[turn - 1];
  if (before === undefined) return points[turn]!;
  const distance = above(before);
  if (turn < points.length && below(points[turn]!) < distance) return points[turn]!;
  return points[firstWhere(points, (point) => above(point) <= distance)]!;
}

/** Index of the first point for which this holds, where it holds for all points after it too. */
function firstWhere(points: readonly GroupThreshold[], holds: (point: GroupThreshold) => boolean): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(points[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function choiceOf(byGroup: readonly GroupThreshold[]): ThresholdChoice {
  const spread = widening();
  let [gap, sum] = [0, 0];
  for (const point of byGroup) {
    gap = spread.add(point);
    sum += (point.truePositiveRate + 1 - point.falsePositiveRate) / 2;
  }
  return { byGroup, gap, balancedAccuracy: sum / byGroup.length };
}

/** Takes points one after the other and returns the gap of those so far. */
function widening() {
  let [highTrue, lowTrue, highFalse, lowFalse] = [0, 1, 0, 1];
  return {
    add: ({ truePositiveRate, falsePositiveRate }: GroupThreshold): number => {
      highTrue = Math.max(highTrue, truePositiveRate);
      lowTrue = Math.min(lowTrue, truePositiveRate);
      highFalse = Math.max(highFalse, falsePositiveRate);
      lowFalse = Math.min(lowFalse, falsePositiveRate);
      return Math.max(highTrue - lowTrue, highFalse - lowFalse);
    },
  };
}

/** One point per threshold in ascending order, and a last one where nobody is positive. */
function rocPoints(
  counted: ScoreCounts,
  { group, thresholds }: { readonly group: number; readonly thresholds: readonly number[] },
): GroupThreshold[] {
  const [negative, positive] = [scoreRow(counted, group, 0), scoreRow(counted, group, 1)];
  const total = (row: Float64Array) => row.reduce((sum, n) => sum + n, 0);
  const [negatives, positives] = [total(negative), total(positive)];
  let [belowNegative, belowPositive, s] = [0, 0, 0];
  const points = thresholds.map((threshold) => {
    for (; s < counted.scores.length && counted.scores[s]! < threshold; s++) {
      belowNegative += negative[s]!;
      belowPositive += positive[s]!;
    }
    return {
      group: counted.groups[group]!,
      threshold,
      truePositiveRate: (positives - belowPositive) / positives,
      falsePositiveRate: (negatives - belowNegative) / negatives,
    };
  });
  return [...points, { group: counted.groups[group]!, threshold: null, truePositiveRate: 0, falsePositiveRate: 0 }];
}
