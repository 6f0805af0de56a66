import { ownValue, suggest, UsageError } from "@evenodds/core";
import type { SettingRuns } from "./group-records.js";

/** What a baseline is found by. */
export type SettingValues = Pick<SettingRuns, "setting" | "values" | "options">;

/** Values of options that pick the baseline, as `{ method: "gcn" }`. */
export type BaselineSelector = Readonly<Record<string, string | number | boolean>>;

/** The baseline where none is named and the sweep has it. */
export const usualBaseline: BaselineSelector = { method: "gcn" };

/**
 * Returns for every setting the one that it is compared with: the setting with the baseline's values and otherwise its
 * own, as far as those have an effect on both; null for a baseline itself, and where that leaves none or several.
 *
 * Throws {@link UsageError} where no setting has the baseline's values.
 */
export function findBaselines<T extends SettingValues>(
  settings: readonly T[],
  selector: BaselineSelector,
): ReadonlyMap<string, T | null> {
  const baselines = settings.filter(({ options }) => matches(options, selector));
  if (baselines.length === 0) throw noBaseline(settings, selector);
  return new Map(
    settings.map((setting) => {
      if (baselines.includes(setting)) return [setting.setting, null];
      const partners = baselines.filter((baseline) => agree(setting, baseline, selector));
      return [setting.setting, partners.length === 1 ? partners[0]! : null];
    }),
  );
}

function matches(options: Readonly<Record<string, unknown>>, selector: BaselineSelector): boolean {
  return Object.entries(selector).every(([name, value]) => ownValue(options, name) === value);
}

function agree(setting: SettingValues, baseline: SettingValues, selector: BaselineSelector): boolean {
  const other = new Map(Object.entries(baseline.values));
  return Object.entries(setting.values).every(([name, value]) => {
    const partner = other.get(name) ?? null;
    return Object.hasOwn(selector, name) || value === null || partner === null || value === partner;
  });
}

function noBaseline(settings: readonly SettingValues[], selector: BaselineSelector): UsageError {
  const text = Object.entries(selector)
    .map(([name, value]) => `${name}=${value}`)
    .join(",");
  return new UsageError({
    argument: "--baseline",
    expected: "values that a setting of the sweep has",
    found: text,
    hint: suggest(
      text,
      settings.map(({ setting }) => setting),
    ),
  });
}
