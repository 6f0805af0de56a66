import {
  defaultMinimumSupport,
  equalizedOddsDifference,
  type OutcomeCounts,
  type Random,
  type ClusterCounts,
} from "@evenodds/core";
import { checkDraws } from "../permutation-test.js";
import { defaultAlpha } from "../defaults.js";
import { checkAlpha } from "../simultaneous-intervals.js";
import { drawSteps, finishSteps, type Steps } from "../steps.js";
import { fewestClusters } from "./cluster-test.js";
import { comparedLabels, type ComparedLabel } from "./compared-labels.js";
import { mostSingleClusters, randomSums, type ClusterVectors } from "./random-sums.js";

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
  const drawn = { ...outcomes, counts: new Float64Array(outcomes.counts.length) };
  const drawCounts = clusterDraws(clustered, { labels, random });
  const gaps: number[] = [];
  const what = `cluster bootstrap of ${options.name ?? "the groups"}`;
  yield* drawSteps(what, { draws, cells: outcomes.counts.length }, () => {
    drawCounts(drawn.counts);
    const gap = gapOver(labels, drawn);
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
 * Returns a function that fills in the counts of clusters drawn with replacement. Many clusters are drawn each a
 * Poisson number of times, which leaves their number to chance too and so lets most of them be drawn together.
 */
function clusterDraws(
  { outcomes, starts, cells, counts }: ClusterCounts,
  { labels, random }: { readonly labels: readonly ComparedLabel[]; readonly random: Random },
): (drawn: Float64Array) => void {
  const clusters = starts.length - 1;
  if (clusters <= mostSingleClusters) {
    return (drawn) => {
      drawn.fill(0);
      for (let i = 0; i < clusters; i++) {
        const k = Math.floor(random.uniform() * clusters);
        for (let entry = starts[k]!; entry < starts[k + 1]!; entry++) drawn[cells[entry]!]! += counts[entry]!;
      }
    };
  }
  const width = outcomes.classes.length;
  const compared = Int32Array.from(
    labels.flatMap(({ label, groups }) =>
      groups.flatMap((group) => outcomes.classes.map((_, prediction) => (group * width + label) * width + prediction)),
    ),
  );
  const place = new Int32Array(outcomes.counts.length).fill(-1);
  compared.forEach((cell, at) => (place[cell] = at));
  const draw = randomSums(onlyCompared({ starts, cells, counts }, place, compared.length), {
    random,
    factor: "poisson",
  });
  const sums = new Float64Array(compared.length);
  return (drawn) => {
    draw(sums);
    for (let at = 0; at < compared.length; at++) drawn[compared[at]!] = Math.max(0, sums[at]!);
  };
}

function onlyCompared(
  { starts, cells, counts }: Pick<ClusterCounts, "starts" | "cells" | "counts">,
  place: Int32Array,
  width: number,
): ClusterVectors {
  const kept = new Int32Array(starts.length);
  const entries = cells.map((_, entry) => entry).filter((entry) => place[cells[entry]!]! >= 0);
  for (let k = 0, entry = 0; k + 1 < starts.length; k++) {
    while (entry < entries.length && entries[entry]! < starts[k + 1]!) entry++;
    kept[k + 1] = entry;
  }
  return {
    starts: kept,
    at: entries.map((entry) => place[cells[entry]!]!),
    values: Float64Array.from(entries, (entry) => counts[entry]!),
    width,
  };
}

/** Largest gap over exactly these cells, or null where one of them has no row. */
function gapOver(labels: readonly ComparedLabel[], { classes, counts }: OutcomeCounts): number | null {
  const width = classes.length;
  let largest = 0;
  for (const { label, groups, predictions } of labels) {
    const sizes = groups.map((group) => {
      const start = (group * width + label) * width;
      let n = 0;
      for (let c = 0; c < width; c++) n += counts[start + c]!;
      return n;
    });
    if (sizes.includes(0)) return null;
    for (const prediction of predictions) {
      let high = -1;
      let low = 2;
      groups.forEach((group, at) => {
        const rate = counts[(group * width + label) * width + prediction]! / sizes[at]!;
        high = Math.max(high, rate);
        low = Math.min(low, rate);
      });
      largest = Math.max(largest, high - low);
    }
  }
  return largest;
}
