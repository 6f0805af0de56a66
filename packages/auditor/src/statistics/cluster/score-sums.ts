import type { ClusterCounts, Random } from "@evenodds/core";
import { clusterScores, clusterShares, type ClusterScores, type ClusterShares } from "./cluster-scores.js";
import { comparedCounts } from "./compared-counts.js";
import type { ComparedLabel } from "./compared-labels.js";
import { randomSums, widestTogether } from "./random-sums.js";

/** Sums over clusters of their shares in how far each rate lies from the one of all groups together. */
export interface ScoreSums {
  /** Clusters with a share in some rate. */
  readonly clusters: number;
  /** Shares or counts that one draw adds up, and the sums that it makes of them. */
  readonly work: number;
  readonly comparisons: ClusterScores["comparisons"];
  /** `[W]`: the sums as they are. */
  readonly total: Float64Array;
  /** Returns a function that writes sums in which every cluster has a random sign, into `[W]`. */
  readonly draws: (random: Random) => (sums: Float64Array) => void;
}

/**
 * Returns the sums of the shares of {@link clusterScores}, with the pooled centre. A cluster has a share in the rates
 * of all predictions of a cell in which it has rows, but few counts. Where there are too many rates for clusters to be
 * drawn together, draws therefore add up counts: with k of n in a cell, the sum is `(k − centre · n) / n(y, a)`, the
 * same but for rounding. Null where there are more shares than memory has room for.
 */
export function scoreSums(clustered: ClusterCounts, labels: readonly ComparedLabel[]): ScoreSums | null {
  const shares = clusterShares(clustered, { labels, centre: "pooled" });
  if (shares.width > widestTogether) return sumsOfCounts(clustered, labels, shares);
  const scores = clusterScores(clustered, { labels, centre: "pooled" });
  if (scores === null) return null;
  const { starts, rates, values, comparisons } = scores;
  const { width } = shares;
  const total = new Float64Array(width);
  rates.forEach((rate, entry) => (total[rate]! += values[entry]!));
  let clusters = 0;
  for (let k = 0; k + 1 < starts.length; k++) if (starts[k + 1]! > starts[k]!) clusters++;
  return {
    ...{ clusters, work: values.length + width, comparisons, total },
    draws: (random) => randomSums({ starts, at: rates, values, width }, { random, factor: "sign" }),
  };
}

function sumsOfCounts(
  clustered: ClusterCounts,
  labels: readonly ComparedLabel[],
  { each, comparisons, width, centres, sizes }: ClusterShares,
): ScoreSums {
  const sharing = new Uint8Array(clustered.starts.length - 1);
  let clusters = 0;
  each((k, shares) => {
    if (shares === 0) return true;
    sharing[k] = 1;
    clusters++;
    return false;
  });
  const vectors = comparedCounts(clustered, labels, sharing);
  const classes = clustered.outcomes.classes.length;
  const counts = new Float64Array(vectors.width);
  const write = (sums: Float64Array) => {
    let [place, rate] = [0, 0];
    for (const { groups, predictions } of labels) {
      for (let i = 0; i < groups.length; i++, place += classes) {
        let n = 0;
        for (let c = 0; c < classes; c++) n += counts[place + c]!;
        for (let p = 0, at = rate + i; p < predictions.length; p++, at += groups.length) {
          sums[at] = (counts[place + predictions[p]!]! - centres[at]! * n) / sizes[at]!;
        }
      }
      rate += predictions.length * groups.length;
    }
  };
  vectors.at.forEach((place, entry) => (counts[place]! += vectors.values[entry]!));
  const total = new Float64Array(width);
  write(total);
  return {
    ...{ clusters, work: vectors.values.length + vectors.width, comparisons, total },
    draws: (random) => {
      const draw = randomSums(vectors, { random, factor: "sign" });
      return (sums) => {
        draw(counts);
        write(sums);
      };
    },
  };
}
