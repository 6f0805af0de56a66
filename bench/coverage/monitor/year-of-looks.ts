import { permutationTest, simultaneousIntervals } from "@evenodds/auditor";
import { gapEvidence, monitoredCells, RateTable } from "@evenodds/auditor/internal";
import {
  addCounts,
  equalizedOddsComparisons,
  equalizedOddsDifference,
  Random,
  type OutcomeCounts,
} from "@evenodds/core";
import { vfairnessSprt } from "../peers/vfairness-sprt.js";
import { drawBatches, type MonitorSetting } from "./monitored-model.js";

/** Ways to look at a model every week. Each returns the first week in which it claims a gap above the limit. */
type Watch = (
  batches: readonly OutcomeCounts[],
  options: { readonly limit: number; readonly random: Random },
) => number;

const never = Infinity;

function weekOf(index: number): number {
  return index < 0 ? never : index + 1;
}

function sumsOf(batches: readonly OutcomeCounts[]): OutcomeCounts[] {
  const sums: OutcomeCounts[] = [];
  for (const batch of batches) sums.push(sums.length === 0 ? batch : addCounts(sums.at(-1)!, batch));
  return sums;
}

/** What `monitorGaps` calls violated, without the sequences, which take most of its time. */
export function firstViolation(
  batches: readonly OutcomeCounts[],
  { limit, predictions }: { readonly limit: number; readonly predictions: "all" | "correct" },
): number {
  const cells = monitoredCells(new RateTable(batches), { predictions });
  const decided = Math.log(20);
  const evidence = gapEvidence(cells, { limit, largestCluster: 1, referenceAlpha: 0, until: decided });
  return weekOf(evidence.findIndex((log) => log >= decided));
}

/** What is compared. */
export const watches: ReadonlyMap<string, Watch> = new Map(
  Object.entries<Watch>({
    "evenodds monitor": (batches, { limit }) => firstViolation(batches, { limit, predictions: "all" }),
    "evenodds monitor, correct predictions": (batches, { limit }) =>
      firstViolation(batches, { limit, predictions: "correct" }),
    "permutation test of all rows so far, p < 0.05": (batches, { random }) =>
      weekOf(sumsOf(batches).findIndex((sum) => permutationTest(sum, { random, draws: 199 }).pValue! < 0.05)),
    "intervals of all rows so far, evidence rule": (batches, { limit }) =>
      weekOf(
        sumsOf(batches).findIndex((sum) => {
          const { lower } = simultaneousIntervals(equalizedOddsComparisons(sum));
          return lower !== null && lower > limit;
        }),
      ),
    "measured gap of all rows so far, point rule": (batches, { limit }) =>
      weekOf(sumsOf(batches).findIndex((sum) => (equalizedOddsDifference(sum).value ?? 0) > limit)),
    "vfairness 0.2.0, SPRT of the weekly gap": (batches, { limit }) => {
      const stream = batches.flatMap((batch) => equalizedOddsDifference(batch).value ?? []);
      const hypotheses = { nullValue: limit, alternative: limit + 0.1 };
      return weekOf(stream.findIndex((_, week) => vfairnessSprt(stream.slice(0, week + 1), hypotheses) === "drift"));
    },
  }),
);

/** Weeks until each way of looking claims a gap above the limit. */
export interface YearOfLooks {
  readonly setting: MonitorSetting;
  readonly limit: number;
  readonly trials: number;
  readonly watch: string;
  /** In order, those at the end null that it never finds: JSON has no infinity. */
  readonly weeks: readonly (number | null)[];
}

/** Simulates years of weekly looks, each model watched in every way. */
export function measureYear(
  setting: MonitorSetting,
  options: { readonly limit: number; readonly trials: number; readonly seed: number; readonly name: string },
): YearOfLooks {
  const { limit, trials, seed, name } = options;
  const watch = watches.get(name)!;
  const random = Random.of(seed, `year ${JSON.stringify(setting)} ${limit}`);
  const draws = Random.of(seed, `year ${JSON.stringify(setting)} ${limit} ${name}`);
  const weeks = Array.from({ length: trials }, () => watch(drawBatches(random, setting, 52), { limit, random: draws }));
  return {
    setting,
    limit,
    trials,
    watch: name,
    weeks: weeks.sort((a, b) => a - b).map((week) => (week === never ? null : week)),
  };
}

/** Weeks from a change of the gap until it is found. */
export interface AfterChange {
  readonly setting: MonitorSetting;
  readonly limit: number;
  /** The gap of the weeks before. */
  readonly before: number;
  readonly weeksBefore: number;
  readonly trials: number;
  /** As of {@link YearOfLooks}; weeks in which nothing had changed yet count as 0 or less. */
  readonly weeks: readonly (number | null)[];
}

/** Simulates models whose gap changes after half a year, and is watched for another year. */
export function measureChange(
  setting: MonitorSetting,
  options: { readonly limit: number; readonly before: number; readonly trials: number; readonly seed: number },
): AfterChange {
  const { limit, before, trials, seed } = options;
  const weeksBefore = 26;
  const random = Random.of(seed, `change ${JSON.stringify(setting)} ${limit} ${before}`);
  const weeks = Array.from({ length: trials }, () => {
    const quiet = drawBatches(random, { ...setting, gap: before }, weeksBefore);
    const batches = [...quiet, ...drawBatches(random, setting, 52)];
    return firstViolation(batches, { limit, predictions: "all" }) - weeksBefore;
  });
  const sorted = weeks.sort((a, b) => a - b).map((week) => (week === never ? null : week));
  return { setting, limit, before, weeksBefore, trials, weeks: sorted };
}
