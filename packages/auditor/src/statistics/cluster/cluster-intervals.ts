import {
  cellSize,
  countAt,
  defaultMinimumSupport,
  type ClusterCounts,
  type OutcomeCounts,
  maximum,
  minimum,
} from "@evenodds/core";
import { newcombeInterval } from "../newcombe-interval.js";
import { normalQuantile } from "../normal-quantile.js";
import { defaultAlpha } from "../defaults.js";
import { checkAlpha } from "../simultaneous-intervals.js";
import { clusterScores } from "./cluster-scores.js";
import { fewestClusters } from "./cluster-test.js";
import { comparedLabels } from "./compared-labels.js";

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

interface Pair {
  readonly first: { readonly k: number; readonly n: number };
  readonly second: { readonly k: number; readonly n: number };
  readonly designEffect: number | null;
  readonly clusters: number;
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
  const pairs = pairsOf(clustered, { minimumSupport, effective });
  if (pairs.length === 0) return none("no two groups have enough rows to be compared");
  const fewest = minimum(pairs.map(({ clusters }) => clusters));
  if (fewest < fewestClusters) {
    return none(`some pair of groups has rows in ${fewest} clusters: at least ${fewestClusters} are needed`);
  }
  const known = pairs.map(({ designEffect }) => designEffect).filter((effect) => effect !== null);
  const usual = known.length === 0 ? 1 : known.reduce((sum, effect) => sum + effect, 0) / known.length;
  const z = normalQuantile(1 - alpha / (2 * pairs.length));
  let lower = 0;
  let upper = 0;
  for (const { first, second, designEffect, clusters } of pairs) {
    const effect = designEffect ?? usual;
    const cut = ({ k, n }: Pair["first"]) => ({ k: k / effect, n: n / effect });
    const interval = newcombeInterval({ first: cut(first), second: cut(second) }, studentQuantile(z, clusters - 1))!;
    lower = Math.max(lower, interval.lower, -interval.upper);
    upper = Math.max(upper, interval.upper, -interval.lower);
  }
  return {
    comparisons: pairs.length,
    designEffect: maximum(known, usual),
    lower,
    upper: Math.min(1, upper),
    reason: null,
  };
}

function pairsOf(
  clustered: ClusterCounts,
  { minimumSupport, effective }: { readonly minimumSupport: number; readonly effective: OutcomeCounts },
): Pair[] {
  const labels = comparedLabels(clustered.outcomes, minimumSupport);
  const { starts, rates, values, comparisons } = clusterScores(clustered, { labels, centre: "own" });
  const cells = labels.flatMap(({ label, groups, predictions }) =>
    predictions.map((prediction) =>
      groups.map((group) => ({
        k: countAt(effective, group, label, prediction),
        n: cellSize(effective, group, label),
      })),
    ),
  );
  // Per pair of rates of one comparison: Σ (share of one − share of the other)², and the clusters that have a share.
  const squares = comparisons.map(({ groups }) => new Float64Array(groups * groups));
  const shares = comparisons.map(({ groups }) => new Float64Array(groups * groups));
  const owner = new Int32Array(cells.reduce((sum, groups) => sum + groups.length, 0));
  comparisons.forEach(({ start, groups }, c) => owner.fill(c, start, start + groups));
  const here = new Float64Array(owner.length);
  for (let k = 0; k + 1 < starts.length; k++) {
    const touched = new Set<number>();
    for (let entry = starts[k]!; entry < starts[k + 1]!; entry++) {
      here[rates[entry]!] = values[entry]!;
      touched.add(owner[rates[entry]!]!);
    }
    for (const c of touched) {
      const { start, groups } = comparisons[c]!;
      for (let a = 0; a < groups; a++) {
        for (let b = a + 1; b < groups; b++) {
          const [one, other] = [here[start + a]!, here[start + b]!];
          if (one === 0 && other === 0) continue;
          squares[c]![a * groups + b]! += (one - other) ** 2;
          shares[c]![a * groups + b]!++;
        }
      }
      here.fill(0, start, start + groups);
    }
  }
  const all = starts.length - 1;
  return cells.flatMap((fractions, c) =>
    fractions.flatMap((first, a) =>
      fractions.slice(a + 1).map((second, offset) => {
        const at = a * fractions.length + a + 1 + offset;
        const clusters = shares[c]![at]!;
        const binomial = binomialVariance(first) + binomialVariance(second);
        if (binomial === 0 || clusters < 2) return { first, second, designEffect: null, clusters: all };
        const between = (squares[c]![at]! * clusters) / (clusters - 1);
        return { first, second, designEffect: Math.max(1, between / binomial), clusters };
      }),
    ),
  );
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
