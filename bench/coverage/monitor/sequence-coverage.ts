import { monitorGaps } from "@evenodds/auditor";
import { Random } from "@evenodds/core";
import { drawBatches, type MonitorSetting } from "./monitored-model.js";

/** How often sequences of intervals hold the gap at every look, and how wide they are. */
export interface SequenceCoverage extends MonitorSetting {
  readonly looks: number;
  readonly trials: number;
  /** Trials in which the gap was outside an interval at some look. */
  readonly missed: number;
  /** Mean lower and upper ends by look, of the looks that are shown. */
  readonly ends: readonly { readonly look: number; readonly lower: number; readonly upper: number }[];
}

/** The looks whose ends are shown. */
const shown = [4, 13, 26, 52];

export function sequenceSettings(): MonitorSetting[] {
  const plain = { rows: 200, shares: "skewed", trouble: "none" } as const;
  return [0, 0.05, 0.155].map((gap): MonitorSetting => ({ ...plain, groups: 2, classes: 2, gap }));
}

/** Simulates one setting, with whole sequences. */
export function measureSequence(
  setting: MonitorSetting,
  { looks, trials, seed }: { readonly looks: number; readonly trials: number; readonly seed: number },
): SequenceCoverage {
  const random = Random.of(seed, `sequence ${JSON.stringify(setting)} ${looks}`);
  const sums = shown.map((look) => ({ look, lower: 0, upper: 0 }));
  let missed = 0;
  for (let trial = 0; trial < trials; trial++) {
    // The limit changes no interval.
    const found = monitorGaps(drawBatches(random, setting, looks), { limit: 0.1 }).looks;
    if (found.some(({ interval }) => interval.lower > setting.gap || interval.upper < setting.gap)) missed++;
    for (const sum of sums) {
      sum.lower += found[sum.look - 1]!.interval.lower / trials;
      sum.upper += found[sum.look - 1]!.interval.upper / trials;
    }
  }
  return { ...setting, looks, trials, missed, ends: sums };
}
