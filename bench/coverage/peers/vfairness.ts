import { drawMultivariateHypergeometric } from "@evenodds/auditor";
import type { OutcomeCounts, Random } from "@evenodds/core";
import { drawMultinomial } from "../draw-multinomial.js";
import { groupRows, oneVsRest, spreadOf, type BinaryGroup } from "./one-vs-rest.js";
import { quantile } from "./quantile.js";

/** Groups with fewer rows are left out (`min_group_size`). */
const smallestGroup = 30;

/** With fewer permutations that have a gap, the test is not made. */
const fewestPermutations = 50;

/** With fewer draws that have a gap, there is no interval. */
const fewestDraws = 10;

/**
 * Whether the interval of vfairness' `equalized_odds_difference_with_ci` excludes 0 in any class; null where it gives
 * none in every class. The lower bound is `max(0, 2 × gap − upper quantile)` of a bootstrap within groups, but 0
 * unless a permutation of the groups over all rows (whatever their label) has p < α/2. With fewer than 50 permutations
 * that have a gap the bootstrap decides alone. Where the smallest permuted gap exceeds the range of the permuted gaps,
 * the gap is taken for a number that is not expected near 0, and the bounds are the bootstrap's quantiles. `draws`
 * stands for its 5,000 draws of the bootstrap.
 *
 * Source: vfairness 0.2.0, `vfairness/evaluation/vfairness_metrics/_statistics.py` (`compute_metric_with_ci`) and
 * `classification.py`.
 */
export function vfairness(
  outcomes: OutcomeCounts,
  options: { readonly random: Random; readonly draws: number },
): boolean | null {
  const { problems, level } = oneVsRest(outcomes);
  const found = problems.map((problem) => excludesZero(problem, { ...options, alpha: 1 - level }));
  if (found.every((one) => one === null)) return null;
  return found.includes(true);
}

interface Options {
  readonly random: Random;
  readonly draws: number;
  readonly alpha: number;
}

function excludesZero(problem: readonly BinaryGroup[], options: Options): boolean | null {
  const present = problem.filter((group) => groupRows(group) > 0);
  const observed = gapOf(present);
  if (Number.isNaN(observed)) return null;
  const bound = lowerBound(present, { ...options, observed });
  if (bound === "zero") return false;
  const gaps = bootstrapGaps(present, options);
  if (gaps.length < fewestDraws) return null;
  const sorted = gaps.sort();
  if (bound === "percentile") return quantile(sorted, options.alpha / 2) > 0;
  return 2 * observed - quantile(sorted, 1 - options.alpha / 2) > 0;
}

/** Largest difference of either rate over groups of 30 rows; NaN where one of them lacks a label, or fewer than two. */
function gapOf(problem: readonly BinaryGroup[]): number {
  const groups = problem.filter((group) => groupRows(group) >= smallestGroup);
  if (groups.length < 2) return NaN;
  const gaps = [
    spreadOf(groups.map(({ tp, fn }) => tp / (tp + fn))),
    spreadOf(groups.map(({ fp, tn }) => fp / (fp + tn))),
  ];
  return gaps.some(Number.isNaN) ? NaN : Math.max(...gaps);
}

/** Which lower bound the permutations choose; ends as soon as that is certain. */
function lowerBound(
  problem: readonly BinaryGroup[],
  { random, alpha, observed }: Options & { readonly observed: number },
): "zero" | "basic" | "percentile" {
  const wanted = Math.max(199, Math.ceil(4 / alpha));
  const sizes = problem.map(groupRows);
  const all = problem.map(asColours).reduce((sum, own) => sum.map((rows, c) => rows + own[c]!), [0, 0, 0, 0]);
  const dealt = new Float64Array(4);
  let [made, reached, low, high] = [0, 0, Infinity, -Infinity];
  for (let i = 0; i < wanted; i++) {
    const left = Float64Array.from(all);
    const gap = gapOf(
      sizes.map((sample) => {
        drawMultivariateHypergeometric(random, { left, sample, into: dealt });
        return fromColours(dealt);
      }),
    );
    if (Number.isNaN(gap)) continue;
    made++;
    if (gap >= observed) reached++;
    low = Math.min(low, gap);
    high = Math.max(high, gap);
    // More permutations can undo neither: the smallest p that is left, and the range.
    const settled = made >= fewestPermutations && low <= high - low;
    if (settled && (1 + reached) / (wanted + 1) >= alpha / 2) return "zero";
  }
  if (made < fewestPermutations) return "basic";
  if (low > high - low) return "percentile";
  return (1 + reached) / (made + 1) < alpha / 2 ? "basic" : "zero";
}

function bootstrapGaps(problem: readonly BinaryGroup[], { random, draws }: Options): Float64Array {
  const drawn = new Float64Array(4);
  const gaps: number[] = [];
  for (let draw = 0; draw < draws; draw++) {
    const gap = gapOf(
      problem.map((group) => {
        drawMultinomial(random, { n: groupRows(group), chances: asColours(group), into: drawn });
        return fromColours(drawn);
      }),
    );
    if (!Number.isNaN(gap)) gaps.push(gap);
  }
  return Float64Array.from(gaps);
}

function asColours({ tp, fn, fp, tn }: BinaryGroup): number[] {
  return [tp, fn, fp, tn];
}

function fromColours([tp, fn, fp, tn]: Float64Array): BinaryGroup {
  return { tp: tp!, fn: fn!, fp: fp!, tn: tn! };
}
