import { cellEvidence, gapEvidence, monitoredCells, RateTable } from "@evenodds/auditor/internal";
import { Random } from "@evenodds/core";
import { drawBatches, type MonitorSetting } from "./monitored-model.js";

/** How often a monitor whose limit is exactly the gap of the model claims anything, at any look. */
export interface FalseAlarms extends MonitorSetting {
  readonly looks: number;
  readonly trials: number;
  /** Trials in which it claims a gap above the limit. */
  readonly violated: number;
  /** Trials in which it decides that the cell with the gap is below; all other cells would have to be decided too. */
  readonly within: number;
  /** Trials in which an end of the sequence can have passed the gap: e-values of 2/alpha instead of 1/alpha. */
  readonly missed: number;
}

const alpha = 0.05;

/** Every setting is a limit that is just met: 0 where groups are treated alike, 0.1 where one is not. */
export function alarmSettings(): MonitorSetting[] {
  const even = { shares: "skewed", gap: 0.1, trouble: "none" } as const;
  const grid = [2, 4, 8].flatMap((groups) =>
    [2, 3, 5].flatMap((classes) =>
      [5, 50, 500, 5000].map((rows): MonitorSetting => ({ ...even, groups, classes, rows })),
    ),
  );
  const small = [
    [2, 2],
    [2, 3],
    [4, 2],
    [4, 3],
  ] as const;
  const alike = small.map(([groups, classes]): MonitorSetting => ({ ...even, groups, classes, rows: 200, gap: 0 }));
  const troubled = (["rates", "empty"] as const).flatMap((trouble) =>
    [...small, [8, 2] as const].map(([groups, classes]): MonitorSetting => ({
      ...even,
      groups,
      classes,
      rows: 200,
      trouble,
    })),
  );
  return [...grid, ...alike, ...troubled];
}

/** Simulates one setting. */
export function measureAlarms(
  setting: MonitorSetting,
  { looks, trials, seed }: { readonly looks: number; readonly trials: number; readonly seed: number },
): FalseAlarms {
  const random = Random.of(seed, `monitor ${JSON.stringify(setting)} ${looks}`);
  let [violated, within, missed] = [0, 0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const cells = monitoredCells(new RateTable(drawBatches(random, setting, looks)));
    // What is bet after the last of the three has been decided changes nothing.
    const options = { limit: setting.gap, largestCluster: 1, referenceAlpha: 0, until: Math.log(2 / alpha) };
    const above = largestOf(gapEvidence(cells, options));
    const widest = cells.gaps.find(
      ({ label, prediction, lower, higher }) =>
        label === "c0" && prediction === "c0" && lower.group === "g1" && higher.group === "g0",
    )!;
    const below = largestOf(cellEvidence(widest, { ...options, side: "below" }));
    if (above >= Math.log(1 / alpha)) violated++;
    if (below >= Math.log(1 / alpha)) within++;
    if (Math.max(above, below) >= Math.log(2 / alpha)) missed++;
  }
  return { ...setting, looks, trials, violated, within, missed };
}

function largestOf(logs: Float64Array): number {
  return logs.reduce((largest, log) => Math.max(largest, log));
}
