import { defaultMinimumSupport, type Random, type ClusterCounts } from "@evenodds/core";
import { defaultDraws } from "../defaults.js";
import { checkDraws } from "../permutation-test.js";
import { drawSteps, finishSteps, type Steps } from "../steps.js";
import { tooManyShares } from "./cluster-scores.js";
import { comparedLabels } from "./compared-labels.js";
import { scoreSums, type ScoreSums } from "./score-sums.js";

/** With fewer clusters there are too few sign patterns for a p-value below 0.05. */
export const fewestClusters = 6;

/** Test of "within each label, no group has another rate" that lets rows of one cluster depend on each other. */
export interface ClusterTestReport {
  /** Clusters with a share in some compared rate. */
  readonly clusters: number;
  readonly draws: number;
  /** Null when the test was not run. */
  readonly pValue: number | null;
  /** The gap to expect from an equal model whose errors are clustered as these are. */
  readonly floor: number | null;
  readonly reason: string | null;
}

/**
 * Tests whether a gap is more than chance where errors come in clusters (a community, a household, a classroom). A wild
 * cluster bootstrap of the scores: each cluster's share in `r(y, ŷ, a) − r(y, ŷ)`, computed under the null hypothesis
 * of one rate for all groups, gets a random sign, one and the same for all its rows, labels, predictions and groups; T*
 * is the largest gap of the sums. `pValue = (1 + #{T* ≥ T}) / (draws + 1)`, `floor` is the mean of T*. 10,000 draws by
 * default. Beyond 2,000 clusters, those with little weight get their signs together, as a normal vector: see
 * `randomSums`.
 *
 * It holds clusters for independent of each other and rows within one for arbitrarily dependent. Groups may vary within
 * clusters: what both groups of a cluster share cancels, as it should. Null hypothesis: equal rates given the label,
 * not equal distributions. Limits: it is exact only where shares are symmetric around 0, and otherwise good for many
 * clusters of similar size; with fewer than about 30, or one cluster that holds most of a group, it is a rough guide,
 * and with fewer than 6 it is not run. Clusters that were found in the predictions themselves would be circular.
 *
 * Throws {@link UsageError} for draws that are not a whole number. Source: Kline and Santos 2012, "A score based
 * approach to wild bootstrap inference"; Cameron, Gelbach and Miller 2008 for the clusters.
 */
export function clusterTest(clustered: ClusterCounts, options: ClusterTestOptions): ClusterTestReport {
  return finishSteps(clusterTestSteps(clustered, options));
}

interface ClusterTestOptions {
  readonly random: Random;
  readonly draws?: number | undefined;
  readonly minimumSupport?: number | undefined;
}

/** {@link clusterTest} in steps; `name` says what is tested. */
export function* clusterTestSteps(
  clustered: ClusterCounts,
  options: ClusterTestOptions & { readonly name?: string | undefined },
): Steps<ClusterTestReport> {
  const { random, draws = defaultDraws, minimumSupport = defaultMinimumSupport } = options;
  checkDraws(draws);
  const labels = comparedLabels(clustered.outcomes, minimumSupport);
  const scores = scoreSums(clustered, labels);
  const clusters = scores?.clusters ?? 0;
  const notRun = (reason: string) => ({ clusters, draws: 0, pValue: null, floor: null, reason });
  if (draws === 0) return notRun("the test was switched off (0 draws)");
  if (labels.length === 0) return notRun("no two groups have enough rows to be compared");
  if (scores === null) return notRun(tooManyShares);
  if (clusters === 0) return { clusters, draws, pValue: 1, floor: 0, reason: null };
  if (clusters < fewestClusters) {
    return notRun(
      `${clusters} ${clusters === 1 ? "cluster is" : "clusters are"} too few: at least ${fewestClusters} are needed`,
    );
  }

  const observed = largestSpread(scores.total, scores);
  const draw = scores.draws(random);
  const sums = new Float64Array(scores.total.length);
  let reached = 0;
  let sum = 0;
  const what = `cluster test of ${options.name ?? "the groups"}`;
  yield* drawSteps(what, { draws, cells: scores.work }, () => {
    draw(sums);
    const spread = largestSpread(sums, scores);
    sum += spread;
    // Sums of many rounded shares in another order; a tie must count as reached.
    if (spread >= observed - 1e-12) reached++;
  });
  return { clusters, draws, pValue: (1 + reached) / (draws + 1), floor: sum / draws, reason: null };
}

function largestSpread(sums: Float64Array, { comparisons }: ScoreSums): number {
  let largest = 0;
  for (const { start, groups } of comparisons) {
    let high = sums[start]!;
    let low = high;
    for (let at = start + 1; at < start + groups; at++) {
      if (sums[at]! > high) high = sums[at]!;
      else if (sums[at]! < low) low = sums[at]!;
    }
    largest = Math.max(largest, high - low);
  }
  return largest;
}
