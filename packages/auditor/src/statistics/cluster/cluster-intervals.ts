import {
  cellSizes,
  countAt,
  defaultMinimumSupport,
  maximum,
  type ClusterCounts,
  type OutcomeCounts,
} from "@evenodds/core";
import { newcombeInterval } from "../newcombe-interval.js";
import { normalQuantile } from "../normal-quantile.js";
import { defaultAlpha } from "../defaults.js";
import { checkAlpha } from "../simultaneous-intervals.js";
import { clusterScores, tooManyShares, type ClusterScores } from "./cluster-scores.js";
import { fewestClusters } from "./cluster-test.js";
import { comparedLabels, type ComparedLabel } from "./compared-labels.js";

/** Simultaneous intervals that allow for dependence within clusters. */
export interface ClusterIntervalReport {
  readonly comparisons: number;
  /** Largest factor by which clusters raise the variance of a compared difference; 1 = as if rows were independent. */
  readonly designEffect: number | null;
  /** As in `EvidenceReport`: the largest lower bound, at least 0, and the largest upper bound, at most 1. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly reason: string | null;
}

/**
 * Returns the simultaneous Newcombe intervals of `simultaneousIntervals` with every cell cut down to its effective
 * size: for a pair of groups, `n / d` with the design effect `d = max(1, V / V₀)`, V₀ the binomial variance of the
 * difference and V the one between clusters, `K/(K−1) Σ (cluster's share)²`; the normal quantile is replaced by
 * Student's t with K − 1 degrees of freedom, K = clusters with a share in the pair. A pair without variance (rates of 0
 * or 1) takes the mean design effect of the others.
 *
 * Good for many clusters; fewer than 6 behind some pair give nulls and a reason, as does no comparison. Throws
 * {@link UsageError} for alpha outside (0, 1). Source of the design effect: Kish 1965; Rao and Scott 1992 for counts.
 */
export function clusterIntervals(
  clustered: ClusterCounts,
  options: {
    readonly alpha?: number | undefined;
    readonly minimumSupport?: number | undefined;
    /** Where rows carry weights: the counts of all clusters together, cut down by `effectiveCounts`. */
    readonly effective?: OutcomeCounts | undefined;
  } = {},
): ClusterIntervalReport {
  const { alpha = defaultAlpha, minimumSupport = defaultMinimumSupport, effective = clustered.outcomes } = options;
  checkAlpha(alpha);
  const none = (reason: string) => ({ comparisons: 0, designEffect: null, lower: null, upper: null, reason });
  const labels = comparedLabels(clustered.outcomes, minimumSupport);
  const pairs = labels.reduce(
    (sum, { groups, predictions }) => sum + (predictions.length * groups.length * (groups.length - 1)) / 2,
    0,
  );
  if (pairs === 0) return none("no two groups have enough rows to be compared");
  if (maximum(labels.map(({ groups }) => groups.length)) ** 2 > mostGroupPairs) {
    return none("there are more pairs of groups than memory has room for");
  }
  const scores = clusterScores(clustered, { labels, centre: "own" });
  if (scores === null) return none(tooManyShares);
  const z = normalQuantile(1 - alpha / (2 * pairs));
  const cells = comparedCells(effective, labels);
  const all = scores.starts.length - 1;
  const quantile = studentQuantiles(z, all);
  const bounds = { lower: 0, upper: 0 };
  // Of one cluster each; pairs without variance are found again by their cells, because there may be very many.
  const withoutEffect: Pair[] = [];
  let [fewest, known, sum, largest] = [Infinity, 0, 0, 1];
  eachPair(scores, (comparison, a, b, { between, clusters }) => {
    const [first, second] = [cells[comparison]![a]!, cells[comparison]![b]!];
    const binomial = first.variance + second.variance;
    if (binomial === 0 || clusters < 2) {
      if (binomial > 0) withoutEffect.push({ first, second });
      fewest = Math.min(fewest, all);
      return;
    }
    const effect = Math.max(1, (between * clusters) / (clusters - 1) / binomial);
    fewest = Math.min(fewest, clusters);
    known++;
    sum += effect;
    largest = known === 1 ? effect : Math.max(largest, effect);
    widen(bounds, { first, second, effect, z: quantile(clusters) });
  });
  if (fewest < fewestClusters) {
    return none(`some pair of groups has rows in ${fewest} clusters: at least ${fewestClusters} are needed`);
  }
  const usual = known === 0 ? 1 : sum / known;
  const like = { effect: usual, z: quantile(all) };
  for (const pair of withoutEffect) widen(bounds, { ...pair, ...like });
  for (const groups of cells) {
    const constant = groups.filter(({ variance }) => variance === 0);
    constant.forEach((first, a) => {
      for (let b = a + 1; b < constant.length; b++) widen(bounds, { first, second: constant[b]!, ...like });
    });
  }
  const { lower, upper } = bounds;
  return { comparisons: pairs, designEffect: largest, lower, upper: Math.min(1, upper), reason: null };
}

/** Far more than rounding errors of a bound, and far less than anybody sees. */
const slack = 1e-9;

/** Two sums for every pair of this many groups take a gigabyte. */
const mostGroupPairs = 2 ** 26;

interface ComparedCell {
  readonly k: number;
  readonly n: number;
  /** Binomial variance of the rate. */
  readonly variance: number;
  readonly rate: number;
}

interface Pair {
  readonly first: ComparedCell;
  readonly second: ComparedCell;
}

/** The cells of every comparison, by its groups. */
function comparedCells(outcomes: OutcomeCounts, labels: readonly ComparedLabel[]): ComparedCell[][] {
  const sizes = cellSizes(outcomes);
  const width = outcomes.classes.length;
  return labels.flatMap(({ label, groups, predictions }) =>
    predictions.map((prediction) =>
      groups.map((group) => {
        const cell = { k: countAt(outcomes, group, label, prediction), n: sizes[group * width + label]! };
        return { ...cell, variance: binomialVariance(cell), rate: cell.k / cell.n };
      }),
    ),
  );
}

/** Takes the interval of a pair into account, with its cells cut down by its design effect. */
function widen(
  bounds: { lower: number; upper: number },
  pair: Pair & { readonly effect: number; readonly z: number },
): void {
  const { first, second, effect, z } = pair;
  // Most pairs are far from widening anything, which takes no exact interval to see.
  const gap = first.rate - second.rate;
  const [half, otherHalf] = [halfWidth(first, effect, z), halfWidth(second, effect, z)];
  const [shift, otherShift] = [centreShift(first, effect, z), centreShift(second, effect, z)];
  const under = gap - Math.sqrt((half - shift) ** 2 + (otherHalf + otherShift) ** 2);
  const over = gap + Math.sqrt((half + shift) ** 2 + (otherHalf - otherShift) ** 2);
  if (Math.max(under, -over) < bounds.lower - slack && Math.max(over, -under) < bounds.upper - slack) return;
  const cut = ({ k, n }: ComparedCell) => ({ k: k / effect, n: n / effect });
  const interval = newcombeInterval({ first: cut(first), second: cut(second) }, z)!;
  bounds.lower = Math.max(bounds.lower, interval.lower, -interval.upper);
  bounds.upper = Math.max(bounds.upper, interval.upper, -interval.lower);
}

/** Half the width of a cell's Wilson interval, and how far its centre lies above the rate. */
function halfWidth({ n, rate }: ComparedCell, effect: number, z: number): number {
  const rows = n / effect;
  return (z * Math.sqrt(rate * (1 - rate) * rows + (z * z) / 4)) / (rows + z * z);
}
function centreShift({ n, rate }: ComparedCell, effect: number, z: number): number {
  return (z * z * (0.5 - rate)) / (n / effect + z * z);
}

/** Student's quantiles by number of clusters; a pair has one of few numbers of them. */
function studentQuantiles(z: number, all: number): (clusters: number) => number {
  const known = new Float64Array(all + 1);
  return (clusters) => (known[clusters] ||= studentQuantile(z, clusters - 1));
}

/**
 * Calls `visit` for every pair of groups (a < b) of every comparison, with Σ (share of one − share of the other)² over
 * the clusters, and the number of clusters that have a share in one of them. With s the shares, the sum is
 * `Σ s_a² + Σ s_b² − 2 Σ s_a s_b`, of which only the last one is of pairs: it takes the clusters with rows of both.
 */
function eachPair(
  { starts, rates, values, comparisons }: ClusterScores,
  visit: (
    comparison: number,
    a: number,
    b: number,
    found: { readonly between: number; readonly clusters: number },
  ) => void,
): void {
  const width = comparisons.reduce((sum, { groups }) => sum + groups, 0);
  const owner = new Int32Array(width);
  comparisons.forEach(({ start, groups }, c) => owner.fill(c, start, start + groups));
  // The shares of every comparison, cluster after cluster.
  const next = new Int32Array(comparisons.length + 1);
  for (const rate of rates) next[owner[rate]! + 1]!++;
  for (let c = 0; c < comparisons.length; c++) next[c + 1]! += next[c]!;
  const begins = next.slice();
  const [entryOf, clusterOf] = [new Int32Array(rates.length), new Int32Array(rates.length)];
  for (let k = 0; k + 1 < starts.length; k++) {
    for (let entry = starts[k]!; entry < starts[k + 1]!; entry++) {
      const at = next[owner[rates[entry]!]!]!++;
      entryOf[at] = entry;
      clusterOf[at] = k;
    }
  }
  const most = maximum(comparisons.map(({ groups }) => groups));
  const [products, shared] = [new Float64Array(most * most), new Int32Array(most * most)];
  const [squares, own] = [new Float64Array(most), new Int32Array(most)];
  const found = { between: 0, clusters: 0 };
  comparisons.forEach(({ start, groups }, c) => {
    for (const sums of [products, shared, squares, own]) sums.fill(0, 0, groups * groups);
    for (let from = begins[c]!, end = from; from < begins[c + 1]!; from = end) {
      while (end < begins[c + 1]! && clusterOf[end] === clusterOf[from]) end++;
      for (let x = from; x < end; x++) {
        const a = rates[entryOf[x]!]! - start;
        const value = values[entryOf[x]!]!;
        squares[a]! += value * value;
        own[a]!++;
        for (let y = from; y < end; y++) {
          const b = rates[entryOf[y]!]! - start;
          if (b <= a) continue;
          products[a * groups + b]! += value * values[entryOf[y]!]!;
          shared[a * groups + b]!++;
        }
      }
    }
    for (let a = 0; a < groups; a++) {
      for (let b = a + 1; b < groups; b++) {
        const at = a * groups + b;
        found.between = squares[a]! + squares[b]! - 2 * products[at]!;
        found.clusters = own[a]! + own[b]! - shared[at]!;
        visit(c, a, b, found);
      }
    }
  });
}

function binomialVariance({ k, n }: { readonly k: number; readonly n: number }): number {
  return (k * (n - k)) / n ** 3;
}

/** Student's quantile from the normal one: the first three terms of the Cornish–Fisher expansion in 1 / freedom. */
export function studentQuantile(z: number, freedom: number): number {
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}
