import { cellSizes, countAt, defaultMinimumSupport, type ClusterCounts, type OutcomeCounts } from "@evenodds/core";
import { normalQuantile } from "../normal-quantile.js";
import { defaultAlpha } from "../defaults.js";
import { checkAlpha } from "../simultaneous-intervals.js";
import { finishSteps, type Steps } from "../steps.js";
import { ClusterBounds, type ClusteredCell } from "./cluster-bounds.js";
import { clusterScores, tooManyShares } from "./cluster-scores.js";
import { fewestClusters } from "./cluster-test.js";
import { comparedLabels, type ComparedLabel } from "./compared-labels.js";
import { DesignEffects } from "./design-effects.js";
import { eachGroup } from "./each-group.js";

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
  options: ClusterIntervalOptions = {},
): ClusterIntervalReport {
  return finishSteps(clusterIntervalsSteps(clustered, options));
}

interface ClusterIntervalOptions {
  readonly alpha?: number | undefined;
  readonly minimumSupport?: number | undefined;
  /** Where rows carry weights: the counts of all clusters together, cut down by `effectiveCounts`. */
  readonly effective?: OutcomeCounts | undefined;
}

/** {@link clusterIntervals} in steps; `name` says what they are of. */
export function* clusterIntervalsSteps(
  clustered: ClusterCounts,
  options: ClusterIntervalOptions & { readonly name?: string | undefined },
): Steps<ClusterIntervalReport> {
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
  const cells = comparedCells(effective, labels);
  const all = scores.starts.length - 1;
  const design = new DesignEffects(all, normalQuantile(1 - alpha / (2 * pairs)));
  const bounds = new ClusterBounds(design.quantile(all));
  const variances = cells.map((compared) => Float64Array.from(compared, binomialVariance));
  const what = `cluster intervals of ${options.name ?? "the groups"}`;
  for (const { comparison, a, sums } of eachGroup(scores)) {
    if (a === 0) {
      bounds.turnTo(cells[comparison]!);
      yield { what, done: comparison, draws: cells.length, unit: "comparisons" };
    }
    const most = design.take(a, variances[comparison]!, sums);
    if (design.fewest < fewestClusters || !bounds.canWiden(a, most)) continue;
    bounds.takeAll(a, design.pairs(a, variances[comparison]!, sums), most);
  }
  const { fewest } = design;
  if (fewest < fewestClusters) {
    return none(`some pair of groups has rows in ${fewest} clusters: at least ${fewestClusters} are needed`);
  }
  // Pairs without an effect of their own take the usual one.
  const z = design.quantile(all);
  const most = z * z * design.usual;
  const takeUsual = (a: number, groups: number, isOne: (b: number) => boolean) => {
    if (!bounds.canWiden(a, most)) return;
    const effects = Float64Array.from({ length: groups }, (_, b) => (isOne(b) ? design.usual : 0));
    bounds.takeAll(a, { effects, quantiles: new Float64Array(groups).fill(z) }, most);
  };
  if (design.alone > 0) {
    for (const { comparison, a, sums } of eachGroup(scores)) {
      const { own, shared } = sums;
      if (a === 0) bounds.turnTo(cells[comparison]!);
      const variance = variances[comparison]!;
      takeUsual(a, variance.length, (b) => variance[a]! + variance[b]! > 0 && own[a]! + own[b]! - shared[b]! < 2);
    }
  }
  for (const compared of cells) {
    const constant = compared.filter((cell) => binomialVariance(cell) === 0);
    bounds.turnTo(constant);
    for (let a = 0; a < constant.length; a++) takeUsual(a, constant.length, () => true);
  }
  const { lower, upper } = bounds;
  return { comparisons: pairs, designEffect: design.largest, lower, upper: Math.min(1, upper), reason: null };
}

/** The cells of every comparison, by its groups. */
function comparedCells(outcomes: OutcomeCounts, labels: readonly ComparedLabel[]): ClusteredCell[][] {
  const sizes = cellSizes(outcomes);
  const width = outcomes.classes.length;
  return labels.flatMap(({ label, groups, predictions }) =>
    predictions.map((prediction) =>
      groups.map((group) => {
        const cell = { k: countAt(outcomes, group, label, prediction), n: sizes[group * width + label]! };
        return { ...cell, rate: cell.k / cell.n };
      }),
    ),
  );
}

function binomialVariance({ k, n }: { readonly k: number; readonly n: number }): number {
  return (k * (n - k)) / n ** 3;
}
