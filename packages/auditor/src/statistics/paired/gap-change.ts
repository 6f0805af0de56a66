import {
  cellSizes,
  countAt,
  outcomesOfPairs,
  type OutcomeCounts,
  type PairedClusters,
  type PairedCounts,
} from "@evenodds/core";
import { fewestClusters } from "../cluster/cluster-test.js";
import { studentQuantile } from "../cluster/student-quantile.js";
import { normalQuantile } from "../normal-quantile.js";
import { checkAlpha } from "../simultaneous-intervals.js";
import type { Interval } from "../wilson-interval.js";
import {
  fewestMoved,
  independentChange,
  mostMoved,
  pairedChange,
  smoothedVariance,
  sumVariance,
  type Pairing,
  type RateChange,
  type RateOfBoth,
} from "./change-spread.js";
import { clusterEffects, eachPair, type PairEffect } from "./cluster-effects.js";
import { comparedGroups, comparedPairs } from "./gap-of-counts.js";
import { changeOfLargest, type ComparedChange, type MeasuredDifference } from "./change-of-largest.js";

/** The change of the equalized odds difference from A to B, with its interval. */
export interface GapChange {
  /** D(A) and D(B), over the cells that are compared in both; null where there are none. */
  readonly a: number | null;
  readonly b: number | null;
  /** `D(B) − D(A)`. */
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  /** Pairs of groups over all labels and predictions, all of whose changes are bounded together. */
  readonly comparisons: number;
  /** Why there is no interval; null where there is one. */
  readonly reason: string | null;
}

/** Two sets of outcomes, by how their rows go together. Groups and classes of both are the same, in one order. */
export type OutcomePair =
  | { readonly pairing: "rows"; readonly counts: PairedCounts; readonly clusters?: PairedClusters | undefined }
  | { readonly pairing: Exclude<Pairing, "rows">; readonly a: OutcomeCounts; readonly b: OutcomeCounts };

/** Returns the outcomes of each model. */
export function outcomesOfBoth(pair: OutcomePair): { readonly a: OutcomeCounts; readonly b: OutcomeCounts } {
  return pair.pairing === "rows" ? outcomesOfPairs(pair.counts) : pair;
}

/**
 * How alpha is shared out: what the change of the difference of the comparison that is largest gets, the sum of its two
 * differences, and its distance from the comparison that is the largest in the other model.
 */
const shares = { change: 0.5, sum: 0.25, rival: 0.25 } as const;

/**
 * Returns an interval of the change of the equalized odds difference that holds with probability about `1 − alpha` or
 * more, whichever groups lie furthest apart, and whether or not they are the same in A and in B.
 *
 * For every label, prediction and pair of groups there are intervals of the change of their difference and of the sum
 * of both, `centre ± z √variance`: see `pairedChange` and `independentChange`; where only the margins are known, with
 * the most rows that can have moved, and the fewest for the sum. `changeOfLargest` says what they leave open. Only the
 * comparison that is truly the largest has to be right, so there is no price for many of them, but where it is told
 * from its rival (Bonferroni). With clusters, variances are multiplied by their design effects and z is Student's.
 *
 * Edges: no comparison, and fewer than 6 clusters behind some pair, give no interval and a reason. Throws `UsageError`
 * for alpha outside (0, 1).
 */
export function gapChange(
  pair: OutcomePair,
  { alpha, minimumSupport }: { readonly alpha: number; readonly minimumSupport: number },
): GapChange {
  checkAlpha(alpha);
  const { a, b } = outcomesOfBoth(pair);
  const compared = comparedGroups({ a, b }, minimumSupport);
  const comparisons = comparedPairs(compared);
  if (comparisons === 0) {
    const reason = "no two groups have enough rows to be compared";
    return { a: null, b: null, value: null, lower: null, upper: null, comparisons, reason };
  }
  const clusters = pair.pairing === "rows" ? pair.clusters : undefined;
  const effects = clusters === undefined ? null : clusterEffects({ a, b, clusters }, compared);
  // Either bound is right with probability 1 − alpha / 2.
  const quantileOf = (share: number, bounds = 1) => normalQuantile(1 - (alpha * share) / (2 * bounds));
  const z = {
    change: quantileOf(shares.change),
    sum: quantileOf(shares.sum),
    rival: quantileOf(shares.rival, comparisons),
  };
  const rateAt = rateMeter({ a, b });
  const moved = pair.pairing === "rows" ? movedRows(pair.counts) : null;
  const changeAt = (cell: RateCell): RateChange & { readonly sum: number } => {
    const rate = rateAt(cell);
    if (pair.pairing === "independent") {
      const change = independentChange(rate);
      return { ...change, sum: change.variance };
    }
    const change = pairedChange(rate, moved?.(cell) ?? mostMoved(rate));
    if (effects !== null) return { ...change, sum: sumVariance(rate, 0) };
    const least = moved === null ? pairedChange(rate, fewestMoved(rate)) : change;
    return { ...change, sum: sumVariance(rate, least.variance) };
  };
  const changes: ComparedChange[] = [];
  const largest = { a: 0, b: 0 };
  const pairs: { readonly label: number; readonly one: number; readonly other: number }[] = [];
  eachPair(compared, (at, { label, prediction, one, other }) => {
    const cells = [one, other].map((group): RateCell => ({ group, label, prediction })) as [RateCell, RateCell];
    const effect = effects === null ? noEffect : effects[at]!;
    const quantile = (normal: number) =>
      effects === null ? normal : studentQuantile(normal, Math.max(1, effect.clusters - 1));
    const [first, second] = cells.map(changeAt) as [ReturnType<typeof changeAt>, ReturnType<typeof changeAt>];
    const rates = cells.map(rateAt) as [RateOfBoth, RateOfBoth];
    const within = (side: "a" | "b"): MeasuredDifference => {
      const [p, q] = rates.map((rate) => rate[side]) as [Rows, Rows];
      largest[side] = Math.max(largest[side], distance(p, q));
      const variance = effect[side] * (smoothedVariance(p) + smoothedVariance(q));
      // In units of the normal quantile that all comparisons share.
      return { centre: smoothed(p) - smoothed(q), error: (quantile(z.rival) / z.rival) * Math.sqrt(variance) };
    };
    const change = around(
      first.centre - second.centre,
      quantile(z.change) * Math.sqrt(effect.change * (first.variance + second.variance)),
    );
    const sum = around(
      smoothed(rates[0].a) + smoothed(rates[0].b) - smoothed(rates[1].a) - smoothed(rates[1].b),
      quantile(z.sum) * Math.sqrt(Math.max(effect.a, effect.b) * (first.sum + second.sum)),
    );
    changes.push({ a: within("a"), b: within("b"), change, sum });
    pairs.push({ label, one, other });
  });
  const value = largest.b - largest.a;
  const fewest = effects?.reduce((least, effect) => Math.min(least, effect.clusters), Infinity) ?? Infinity;
  if (fewest < fewestClusters) {
    const reason = `some pair of groups has rows in ${fewest} clusters: at least ${fewestClusters} are needed`;
    return { ...largest, value, lower: null, upper: null, comparisons, reason };
  }
  const { lower, upper } = changeOfLargest(changes, {
    z: z.rival,
    // Rows of one cluster may be in both.
    areApart: (i, j) => effects === null && (pairs[i]!.label !== pairs[j]!.label || haveNoGroup(pairs[i]!, pairs[j]!)),
  });
  const interval = { lower: Math.min(lower, value), upper: Math.max(upper, value) };
  return { ...largest, value, ...interval, comparisons, reason: null };
}

const noEffect: PairEffect = { change: 1, a: 1, b: 1, clusters: Infinity };

/** All are indices. */
interface RateCell {
  readonly group: number;
  readonly label: number;
  readonly prediction: number;
}

type Rows = RateOfBoth["a"];

function rateMeter({ a, b }: { readonly a: OutcomeCounts; readonly b: OutcomeCounts }): (cell: RateCell) => RateOfBoth {
  const sizes = { a: cellSizes(a), b: cellSizes(b) };
  const width = a.classes.length;
  return ({ group, label, prediction }) => ({
    a: { k: countAt(a, group, label, prediction), n: sizes.a[group * width + label]! },
    b: { k: countAt(b, group, label, prediction), n: sizes.b[group * width + label]! },
  });
}

function around(centre: number, half: number): Interval {
  return { lower: centre - half, upper: centre + half };
}

/** The rate with a row of either kind added. */
function smoothed({ k, n }: Rows): number {
  return (k + 1) / (n + 2);
}

type Groups = { readonly one: number; readonly other: number };

/** Whether two pairs of groups have none in common. */
function haveNoGroup(first: Groups, second: Groups): boolean {
  return ![first.one, first.other].some((group) => group === second.one || group === second.other);
}

/** Over the common denominator, as in `largestGap`. */
function distance(one: Rows, other: Rows): number {
  return Math.abs(one.k * other.n - other.k * one.n) / (one.n * other.n);
}

/** Returns how many rows of a cell have the prediction in one of the two models only. */
function movedRows({ classes, counts }: PairedCounts): (cell: RateCell) => number {
  const width = classes.length;
  const moved = new Float64Array(counts.length / width);
  counts.forEach((count, at) => {
    const [cell, one, other] = [Math.floor(at / width ** 2), Math.floor(at / width) % width, at % width];
    if (count === 0 || one === other) return;
    moved[cell * width + one]! += count;
    moved[cell * width + other]! += count;
  });
  return ({ group, label, prediction }) => moved[(group * width + label) * width + prediction]!;
}
