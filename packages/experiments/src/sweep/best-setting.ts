import type { SweepRecord } from "@evenodds/trainer";
import { groupRecords } from "./group-records.js";
import { scoreSetting, type SettingRule } from "./select-settings.js";

/** A setting and what the rule gives it. */
export interface BestSetting {
  readonly setting: string;
  readonly score: number;
}

/**
 * Returns the setting with the largest score over the runs that there are, on their validation nodes; null without any
 * score.
 */
export function bestSetting(records: readonly SweepRecord[], rule: SettingRule): BestSetting | null {
  let best: BestSetting | null = null;
  for (const { setting, finished } of groupRecords(records)) {
    const score = scoreSetting(finished, rule);
    if (score !== null && (best === null || score > best.score)) best = { setting, score };
  }
  return best;
}
