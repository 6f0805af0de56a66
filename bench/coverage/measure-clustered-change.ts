import { finishSteps, gapChange, swapTestSteps } from "@evenodds/auditor/internal";
import { Random, type PairedClusters, type PairedCounts } from "@evenodds/core";
import { level } from "./grid.js";

export interface ClusteredSetting {
  readonly clusters: number;
  /** Standard deviation of what a cluster does to how often a model is right, on the logit scale. */
  readonly effect: number;
}

/** How often rows, and clusters, as units tell two models apart that are alike. */
export interface MeasuredClusters {
  readonly setting: ClusteredSetting;
  readonly test: { rows: number; clusters: number };
  readonly interval: { rows: number; clusters: number };
}

const rowsOfCluster = 20;
const rate = 0.8;
const minimumSupport = 5;

/** Simulates one setting. */
export function measureClusteredChange(
  setting: ClusteredSetting,
  { trials, seed }: { readonly trials: number; readonly seed: number },
): MeasuredClusters {
  const random = Random.of(seed, `clustered change ${JSON.stringify(setting)}`);
  const test = { rows: 0, clusters: 0 };
  const interval = { rows: 0, clusters: 0 };
  for (let trial = 0; trial < trials; trial++) {
    const { counts, clusters } = drawClusters(random, setting);
    for (const unit of ["rows", "clusters"] as const) {
      const given = unit === "rows" ? undefined : clusters;
      const { pValue } = finishSteps(swapTestSteps(counts, { random, draws: 199, minimumSupport, clusters: given }));
      if (pValue! <= level) test[unit]++;
      const { lower, upper } = gapChange(
        { pairing: "rows", counts, clusters: given },
        { alpha: level, minimumSupport },
      );
      if (lower! > 0 || upper! < 0) interval[unit]++;
    }
  }
  return { setting, test, interval };
}

/** Half of the clusters live in one group, half in the other, and both labels are in each. */
function drawClusters(
  random: Random,
  { clusters, effect }: ClusteredSetting,
): { readonly counts: PairedCounts; readonly clusters: PairedClusters } {
  const counts = new Float64Array(16);
  const [starts, cells, amounts]: [number[], number[], number[]] = [[0], [], []];
  for (let cluster = 0; cluster < clusters; cluster++) {
    const chances = [0, 1].map(() => 1 / (1 + Math.exp(-(Math.log(rate / (1 - rate)) + effect * random.normal()))));
    const own = new Map<number, number>();
    for (let i = 0; i < rowsOfCluster; i++) {
      const label = i % 2;
      const [a, b] = chances.map((chance) => (random.uniform() < chance ? label : 1 - label)) as [number, number];
      const at = (((cluster % 2) * 2 + label) * 2 + a) * 2 + b;
      own.set(at, (own.get(at) ?? 0) + 1);
      counts[at]!++;
    }
    cells.push(...own.keys());
    amounts.push(...own.values());
    starts.push(cells.length);
  }
  return {
    counts: { groups: ["g0", "g1"], classes: ["0", "1"], counts, excluded: {} },
    clusters: {
      starts: Int32Array.from(starts),
      cells: Int32Array.from(cells),
      counts: Float64Array.from(amounts),
    },
  };
}
