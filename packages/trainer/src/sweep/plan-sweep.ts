import { UsageError } from "@evenodds/core";
import type { TrainingOptions } from "../training/training-options.js";
import { expandGrid, type SweepSetting } from "./expand-grid.js";
import type { SweepGrid } from "./parse-grid.js";

/** What a sweep trains: every setting with every seed. */
export interface SweepPlan {
  readonly settings: readonly SweepSetting[];
  readonly seeds: readonly number[];
}

/** One run of a plan. */
export interface PlannedRun {
  /** Names the run and its file: `method=eqgnn,lambda=0.1,seed=7`. */
  readonly key: string;
  readonly setting: SweepSetting;
  readonly options: TrainingOptions;
}

/** The options of `base` in a sweep where they are not given. */
export const sweepDefaults = { heldOutLabels: "hidden" } as const;

/**
 * Returns the plan of a sweep: the grid over the training options `base`, in which labels outside the part in use are
 * hidden unless it says otherwise. Seed s fixes split (unless the data give one), initial weights and draws, so that
 * runs with the same seed are paired. Throws {@link UsageError} for no seed, one that is listed twice or is none, and
 * what `expandGrid` refuses.
 */
export function planSweep({
  base,
  grid,
  seeds,
}: {
  readonly base: Readonly<Record<string, unknown>>;
  readonly grid: SweepGrid;
  readonly seeds: readonly number[];
}): SweepPlan {
  const sound = seeds.every((seed) => Number.isSafeInteger(seed) && seed >= 0) && new Set(seeds).size === seeds.length;
  if (seeds.length === 0 || !sound) {
    throw new UsageError({
      argument: "‘seeds’",
      expected: "different whole numbers from 0",
      found: seeds.length === 0 ? "none" : seeds.slice(0, 10).join(", "),
      hint: "such as 1..40 or 1,2,7",
    });
  }
  return { settings: expandGrid({ base: { ...sweepDefaults, ...base }, grid }), seeds };
}

/** Returns the runs of a plan, setting by setting and in each by seed. */
export function plannedRuns({ settings, seeds }: SweepPlan): PlannedRun[] {
  return settings.flatMap((setting) =>
    seeds.map((seed) => ({
      key: `${setting.key},seed=${seed}`,
      setting,
      options: { ...setting.options, seed },
    })),
  );
}
