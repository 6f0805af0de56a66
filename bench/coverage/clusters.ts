import {
  clusterIntervals,
  clusterTest,
  clusterCounts,
  permutationTest,
  simultaneousIntervals,
} from "@evenodds/auditor";
import { equalizedOddsComparisons, Random } from "@evenodds/core";
import { level } from "./grid.js";

const draws = 199;
const size = 20;

/**
 * A graph of communities of 20 nodes with two groups and two labels. A model is right with logit 1 + u, u normal with
 * standard deviation `spread` and one and the same for a community: errors are homophilous. u does not depend on the
 * group, so equalized odds hold; `mixing` is the share of the smaller group in a community (0.5 = groups live
 * together).
 */
export interface ClusterSetting {
  readonly clusters: number;
  readonly spread: number;
  readonly mixing: number;
}

/** How many models, all of which satisfy equalized odds, are wrongly told apart. */
export interface ClusterMeasured extends ClusterSetting {
  readonly trials: number;
  readonly permutation: number;
  readonly clusterPermutation: number;
  readonly intervals: number;
  readonly clusterIntervals: number;
}

export function clusterSettings(): ClusterSetting[] {
  return [10, 30, 100].flatMap((clusters) =>
    [0, 0.5, 1, 2].flatMap((spread) => [0.5, 0.1].map((mixing) => ({ clusters, spread, mixing }))),
  );
}

export function measureClusters(
  setting: ClusterSetting,
  { trials, seed }: { readonly trials: number; readonly seed: number },
): ClusterMeasured {
  const { clusters, spread, mixing } = setting;
  const random = Random.of(seed, `clusters ${clusters} ${spread} ${mixing}`);
  const n = clusters * size;
  const cluster = Int32Array.from({ length: n }, (_, i) => Math.floor(i / size));
  const [group, label, prediction] = [new Int32Array(n), new Int32Array(n), new Int32Array(n)];
  const names = { groups: ["a", "b"], classes: ["0", "1"] };
  let [permutation, clusterPermutation, intervals, robust] = [0, 0, 0, 0];
  for (let trial = 0; trial < trials; trial++) {
    for (let k = 0; k < clusters; k++) {
      const right = 1 / (1 + Math.exp(-(1 + spread * random.normal())));
      const share = k % 2 === 0 ? mixing : 1 - mixing;
      for (let i = k * size; i < (k + 1) * size; i++) {
        group[i] = random.uniform() < share ? 1 : 0;
        label[i] = random.uniform() < 0.5 ? 1 : 0;
        prediction[i] = random.uniform() < right ? label[i]! : 1 - label[i]!;
      }
    }
    const counted = clusterCounts({ group, label, prediction, cluster, ...names });
    const { outcomes } = counted;
    if (permutationTest(outcomes, { random, draws }).pValue! <= level) permutation++;
    if (clusterTest(counted, { random, draws }).pValue! <= level) clusterPermutation++;
    if (simultaneousIntervals(equalizedOddsComparisons(outcomes)).lower! > 0) intervals++;
    if (clusterIntervals(counted).lower! > 0) robust++;
  }
  return { ...setting, trials, permutation, clusterPermutation, intervals, clusterIntervals: robust };
}
