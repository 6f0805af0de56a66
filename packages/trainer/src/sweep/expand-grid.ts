import { kebabName } from "@evenodds/core";
import { createHash } from "node:crypto";
import { parseTrainingOptions, type TrainingOptions } from "../training/training-options.js";
import { ignoredOptions } from "./ignored-options.js";
import type { OptionName } from "./option-names.js";
import type { GridValue, SweepGrid } from "./parse-grid.js";

/** One point of a grid, to be trained with every seed. */
export interface SweepSetting {
  /** Readable, and good as a file name: `method=eqgnn,lambda=0.1`; `all` where nothing varies. */
  readonly key: string;
  /** The options of the grid; null where they have no effect beside the others. */
  readonly values: Readonly<Partial<Record<OptionName, GridValue | null>>>;
  /**
   * All options; those without effect have the value that they would have without a grid. The seed is a placeholder.
   */
  readonly options: TrainingOptions;
}

/**
 * Returns the settings of a grid: every combination of its values over the options of `base`, the first option varying
 * slowest. Combinations that differ only in options without effect (see `ignoredOptions`) are one setting, at the place
 * of the first of them. Throws `UsageError` for a combination that no run could have.
 */
export function expandGrid({
  base,
  grid,
}: {
  readonly base: Readonly<Record<string, unknown>>;
  readonly grid: SweepGrid;
}): SweepSetting[] {
  const settings = new Map<string, SweepSetting>();
  for (const values of combinations(grid)) {
    const ignored = ignoredOptions(parseTrainingOptions({ ...base, ...values }));
    const entries = Object.entries(values) as [OptionName, GridValue][];
    const effective = entries.filter(([name]) => !ignored.has(name));
    const options = parseTrainingOptions({ ...base, ...Object.fromEntries(effective) });
    const identity = JSON.stringify(effective);
    if (settings.has(identity)) continue;
    const shown = entries.map(([name, value]) => [name, ignored.has(name) ? null : value] as const);
    settings.set(identity, { key: settingKey(effective), values: Object.fromEntries(shown), options });
  }
  return [...settings.values()];
}

function combinations(grid: SweepGrid): Readonly<Record<string, GridValue>>[] {
  let result: Readonly<Record<string, GridValue>>[] = [{}];
  for (const [name, values] of Object.entries(grid) as [string, readonly GridValue[]][]) {
    result = result.flatMap((combination) => values.map((value) => ({ ...combination, [name]: value })));
  }
  return result;
}

/** Letters of a key beyond which file systems could refuse it. */
const longestKey = 120;

function settingKey(values: readonly (readonly [OptionName, GridValue])[]): string {
  const text = values.map(([name, value]) => `${kebabName(name)}=${value}`).join(",");
  if (text === "") return "all";
  const safe = text.replaceAll("permutation/h", "permutation-h").replace(/[^\w=,.+-]/g, "_");
  if (safe.length <= longestKey && safe === text.replaceAll("permutation/h", "permutation-h")) return safe;
  // Other texts must not end up under the same name.
  return `${safe.slice(0, longestKey)}~${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
}
