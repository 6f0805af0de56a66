import { defaultMinimumSupport, equalizedOddsDifference, type Random, type ClusterCounts } from "@evenodds/core";
import { checkDraws } from "../permutation-test.js";
import { defaultAlpha } from "../defaults.js";
import { checkAlpha } from "../simultaneous-intervals.js";
import { drawSteps, finishSteps, type Steps } from "../steps.js";
import { fewestClusters } from "./cluster-test.js";
import { comparedCounts } from "./compared-counts.js";
import { comparedLabels, type ComparedLabel } from "./compared-labels.js";
import { mostSingleClusters, randomSums } from "./random-sums.js";
import { weightedSums, type ClusterVectors } from "./weighted-sums.js";

/** Draws of a cluster bootstrap unless a caller says otherwise. */
export const defaultBootstrapDraws = 2_000;

/** How much the equalized odds difference moves when other clusters are taken. A spread, not a test. */
export interface ClusterBootstrapReport {
  readonly clusters: number;
  readonly draws: number;
  /** Draws without any row in a compared cell; they have no gap and take no part. */
  readonly dropped: number;
  /** Standard deviation of the gap over the draws; null with fewer than two of them. */
  readonly standardError: number | null;
  /** Percentiles alpha/2 and 1 − alpha/2 of the gap, widened to contain the measured one. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly reason: string | null;
}

/**
 * Returns the spread of the equalized odds difference over draws of clusters with replacement, as many as there are;
 * every draw (2,000 by default) recomputes the maximum over the cells that the measured gap compares. A maximum of
 * differences is biased upwards in every draw, so the lower end hardly ever reaches 0: never read "the spread excludes
 * 0" as a finding. That is what `clusterTest` is for.
 *
 * Edges: no comparison, 0 draws or fewer than 6 clusters give nulls and a reason. Throws {@link UsageError} for draws
 * that are not a whole number or alpha outside (0, 1).
 */
export function clusterBootstrap(clustered: ClusterCounts, options: ClusterBootstrapOptions): ClusterBootstrapReport {
  return finishSteps(clusterBootstrapSteps(clustered, options));
}

interface ClusterBootstrapOptions {
  readonly random: Random;
  readonly draws?: number | undefined;
  readonly alpha?: number | undefined;
  readonly minimumSupport?: number | undefined;
}

/** {@link clusterBootstrap} in steps; `name` says what is drawn for. */
export function* clusterBootstrapSteps(
  clustered: ClusterCounts,
  options: ClusterBootstrapOptions & { readonly name?: string | undefined },
): Steps<ClusterBootstrapReport> {
  const {
    random,
    draws = defaultBootstrapDraws,
    alpha = defaultAlpha,
    minimumSupport = defaultMinimumSupport,
  } = options;
  checkDraws(draws);
  checkAlpha(alpha);
  const { outcomes, starts } = clustered;
  const clusters = starts.length - 1;
  const none = (reason: string, dropped = 0) => ({
    ...{ clusters, draws: dropped, dropped, standardError: null, lower: null, upper: null, reason },
  });
  const labels = comparedLabels(outcomes, minimumSupport);
  const { value } = equalizedOddsDifference(outcomes, { minimumSupport });
  if (value === null) return none("no two groups have enough rows to be compared");
  if (draws === 0) return none("the bootstrap was switched off (0 draws)");
  if (clusters < fewestClusters) {
    return none(
      `${clusters} ${clusters === 1 ? "cluster is" : "clusters are"} too few: at least ${fewestClusters} are needed`,
    );
  }
  const vectors = comparedCounts(clustered, labels);
  const sums = new Float64Array(vectors.width);
  const draw = clusterDraws(vectors, random);
  const gaps: number[] = [];
  const what = `cluster bootstrap of ${options.name ?? "the groups"}`;
  yield* drawSteps(what, { draws, cells: vectors.values.length + vectors.width }, () => {
    draw(sums);
    const gap = gapOver(labels, sums, outcomes.classes.length);
    if (gap !== null) gaps.push(gap);
  });
  const dropped = draws - gaps.length;
  if (gaps.length < 2) return none("nearly every draw had an empty cell", dropped);
  const sorted = Float64Array.from(gaps).sort();
  const mean = sorted.reduce((sum, gap) => sum + gap, 0) / sorted.length;
  const squares = sorted.reduce((sum, gap) => sum + (gap - mean) ** 2, 0);
  const percentile = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  return {
    clusters,
    draws,
    dropped,
    standardError: Math.sqrt(squares / (sorted.length - 1)),
    lower: Math.min(value, percentile(alpha / 2)),
    upper: Math.max(value, percentile(1 - alpha / 2)),
    reason: null,
  };
}

/**
 * Returns a function that writes the sums of clusters drawn with replacement. Many clusters are drawn each a Poisson
 * number of times, which leaves their number to chance too and so lets most of them be drawn together.
 */
function clusterDraws(vectors: ClusterVectors, random: Random): (sums: Float64Array) => void {
  const clusters = vectors.starts.length - 1;
  if (clusters <= mostSingleClusters) {
    const add = weightedSums(
      vectors,
      Int32Array.from({ length: clusters }, (_, k) => k),
    );
    const times = new Float64Array(clusters);
    return (sums) => {
      times.fill(0);
      for (let i = 0; i < clusters; i++) times[Math.floor(random.uniform() * clusters)]!++;
      add(sums, times);
    };
  }
  const draw = randomSums(vectors, { random, factor: "poisson" });
  return (sums) => {
    draw(sums);
    for (let i = 0; i < sums.length; i++) sums[i] = Math.max(0, sums[i]!);
  };
}

/** Largest gap over exactly these cells, with counts as in `comparedCounts`, or null where one of them has no row. */
function gapOver(labels: readonly ComparedLabel[], counts: Float64Array, classes: number): number | null {
  const high = new Float64Array(classes);
  const low = new Float64Array(classes);
  let largest = 0;
  let first = 0;
  for (const { groups, predictions } of labels) {
    high.fill(-1);
    low.fill(2);
    for (let i = 0; i < groups.length; i++, first += classes) {
      let n = 0;
      for (let c = 0; c < classes; c++) n += counts[first + c]!;
      if (n === 0) return null;
      for (let p = 0; p < predictions.length; p++) {
        const prediction = predictions[p]!;
        const rate = counts[first + prediction]! / n;
        if (rate > high[prediction]!) high[prediction] = rate;
        if (rate < low[prediction]!) low[prediction] = rate;
      }
    }
    for (const prediction of predictions) largest = Math.max(largest, high[prediction]! - low[prediction]!);
  }
  return largest;
}
