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
  const scores = clusterScores(clustered, { labels, centre: "own" });
  if (scores === null) return none(tooManyShares);
  const z = normalQuantile(1 - alpha / (2 * pairs));
  const cells = comparedCells(effective, labels);
  const all = scores.starts.length - 1;
  const quantile = studentQuantiles(z, all);
  const bounds = new Bounds();
  // Of one cluster each; pairs without variance are found again by their cells, because there may be very many.
  const withoutEffect: Pair[] = [];
  let [fewest, known, sum, largest] = [Infinity, 0, 0, 1];
  let last = -1;
  let variances = new Float64Array(0);
  eachPair(scores, (comparison, a, b, { between, clusters }) => {
    if (comparison !== last) {
      bounds.turnTo(cells[comparison]!);
      variances = Float64Array.from(cells[comparison]!, ({ variance }) => variance);
      last = comparison;
    }
    const binomial = variances[a]! + variances[b]!;
    if (binomial === 0 || clusters < 2) {
      if (binomial > 0) withoutEffect.push({ first: cells[comparison]![a]!, second: cells[comparison]![b]! });
      fewest = Math.min(fewest, all);
      return;
    }
    const effect = Math.max(1, (between * clusters) / (clusters - 1) / binomial);
    fewest = Math.min(fewest, clusters);
    known++;
    sum += effect;
    largest = known === 1 ? effect : Math.max(largest, effect);
    bounds.take(a, b, effect, quantile(clusters));
  });
  if (fewest < fewestClusters) {
    return none(`some pair of groups has rows in ${fewest} clusters: at least ${fewestClusters} are needed`);
  }
  const usual = known === 0 ? 1 : sum / known;
  const like = { effect: usual, z: quantile(all) };
  for (const pair of withoutEffect) bounds.widen({ ...pair, ...like });
  for (const groups of cells) {
    const constant = groups.filter(({ variance }) => variance === 0);
    bounds.turnTo(constant);
    for (let a = 0; a < constant.length; a++) {
      for (let b = a + 1; b < constant.length; b++) bounds.take(a, b, like.effect, like.z);
    }
  }
  const { lower, upper } = bounds;
  return { comparisons: pairs, designEffect: largest, lower, upper: Math.min(1, upper), reason: null };
}

/** Far more than rounding errors of a bound, and far less than anybody sees. */
const slack = 1e-9;

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

/**
 * Takes intervals of pairs into account, with their cells cut down by their design effect. Most pairs are far from
 * widening the bounds, which takes no exact interval to see: the Wilson bounds of a cell depend on `z² · effect` alone
 * and move away from its rate as that grows. What they are at steps of it, for every cell of a comparison, tells how
 * far the interval of two cells can go at most.
 */
class Bounds {
  lower = 0;
  upper = 0;
  #cells: readonly ComparedCell[] = [];
  #rates = new Float64Array(0);
  #steps: (Step | undefined)[] = [];

  /** Turns to another comparison. */
  turnTo(cells: readonly ComparedCell[]): void {
    this.#cells = cells;
    this.#rates = Float64Array.from(cells, ({ rate }) => rate);
    this.#steps = [];
  }

  /** Takes the interval of two cells of the comparison into account. */
  take(a: number, b: number, effect: number, z: number): void {
    bits.setFloat64(0, z * z * effect);
    const level = bits.getUint16(0);
    const step = (this.#steps[level - lowestLevel] ??= this.#stepAt(level));
    const gap = Math.abs(this.#rates[a]! - this.#rates[b]!);
    const lower = gap - Math.sqrt(step.near[a]! + step.near[b]!);
    const upper = gap + Math.sqrt(step.far[a]! + step.far[b]!);
    if (lower < this.lower - slack && upper < this.upper - slack) return;
    this.widen({ first: this.#cells[a]!, second: this.#cells[b]!, effect, z });
  }

  widen({ first, second, effect, z }: Pair & { readonly effect: number; readonly z: number }): void {
    const cut = ({ k, n }: ComparedCell) => ({ k: k / effect, n: n / effect });
    const interval = newcombeInterval({ first: cut(first), second: cut(second) }, z)!;
    this.lower = Math.max(this.lower, interval.lower, -interval.upper);
    this.upper = Math.max(this.upper, interval.upper, -interval.lower);
  }

  #stepAt(level: number): Step {
    const [from, to] = [startOf(level), startOf(level + 1)];
    const near = this.#cells.map((cell) => halfWidth(cell, from) - Math.abs(centreShift(cell, from)));
    const far = this.#cells.map((cell) => halfWidth(cell, to) + Math.abs(centreShift(cell, to)));
    return { near: squared(near), far: squared(far) };
  }
}

/** Takes a number apart: its first 16 bits are its power of two and which sixteenth of that it is in. */
const bits = new DataView(new ArrayBuffer(8));

/** Of the smallest numbers that matter, 2^-63. */
const lowestLevel = 0x3c00;

/** The smallest number of a level. */
function startOf(level: number): number {
  const start = new DataView(new ArrayBuffer(8));
  start.setUint16(0, level);
  return start.getFloat64(0);
}

function squared(lengths: readonly number[]): Float64Array {
  return Float64Array.from(lengths, (length) => length * length);
}

/** Of each cell, squares of how far its Wilson bounds are from its rate: the nearer at least, the farther at most. */
interface Step {
  readonly near: Float64Array;
  readonly far: Float64Array;
}

/** Half the width of a cell's Wilson interval, and how far its centre is above the rate; `stretch` is z² · effect. */
function halfWidth({ n, rate }: ComparedCell, stretch: number): number {
  return Math.sqrt(stretch * (rate * (1 - rate) * n + stretch / 4)) / (n + stretch);
}
function centreShift({ n, rate }: ComparedCell, stretch: number): number {
  return (stretch * (0.5 - rate)) / (n + stretch);
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
  // The shares of every comparison, cluster after cluster, by ascending group; `ends` is where their cluster ends.
  const next = new Int32Array(comparisons.length + 1);
  for (const rate of rates) next[owner[rate]! + 1]!++;
  for (let c = 0; c < comparisons.length; c++) next[c + 1]! += next[c]!;
  const begins = next.slice();
  const [group, share] = [new Int32Array(rates.length), new Float64Array(rates.length)];
  const [cluster, ends] = [new Int32Array(rates.length), new Int32Array(rates.length)];
  for (let k = 0; k + 1 < starts.length; k++) {
    for (let entry = starts[k]!; entry < starts[k + 1]!; entry++) {
      const c = owner[rates[entry]!]!;
      const at = next[c]!++;
      group[at] = rates[entry]! - comparisons[c]!.start;
      share[at] = values[entry]!;
      cluster[at] = k;
    }
  }
  const most = maximum(comparisons.map(({ groups }) => groups));
  const [squares, own] = [new Float64Array(most), new Int32Array(most)];
  // Of one group with every other one.
  const [products, shared] = [new Float64Array(most), new Int32Array(most)];
  const found = { between: 0, clusters: 0 };
  comparisons.forEach(({ groups }, c) => {
    const [begin, end] = [begins[c]!, begins[c + 1]!];
    squares.fill(0, 0, groups);
    own.fill(0, 0, groups);
    for (let x = end - 1; x >= begin; x--)
      ends[x] = x + 1 < end && cluster[x + 1] === cluster[x] ? ends[x + 1]! : x + 1;
    for (let x = begin; x < end; x++) {
      squares[group[x]!]! += share[x]! * share[x]!;
      own[group[x]!]!++;
    }
    const { order, from } = byGroup(group.subarray(begin, end), groups);
    for (let a = 0; a < groups; a++) {
      products.fill(0, a, groups);
      shared.fill(0, a, groups);
      for (let i = from[a]!; i < from[a + 1]!; i++) {
        const x = begin + order[i]!;
        const value = share[x]!;
        for (let y = x + 1; y < ends[x]!; y++) {
          products[group[y]!]! += value * share[y]!;
          shared[group[y]!]!++;
        }
      }
      for (let b = a + 1; b < groups; b++) {
        found.between = squares[a]! + squares[b]! - 2 * products[b]!;
        found.clusters = own[a]! + own[b]! - shared[b]!;
        visit(c, a, b, found);
      }
    }
  });
}

/** The positions of shares by their groups, in the order of the shares within a group. */
function byGroup(group: Int32Array, groups: number): { readonly order: Int32Array; readonly from: Int32Array } {
  const from = new Int32Array(groups + 1);
  for (const a of group) from[a + 1]!++;
  for (let a = 0; a < groups; a++) from[a + 1]! += from[a]!;
  const next = from.slice();
  const order = new Int32Array(group.length);
  group.forEach((a, x) => (order[next[a]!++] = x));
  return { order, from };
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
