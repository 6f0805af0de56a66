import { defaultAlpha, monitoredPredictions, type MonitoredPredictions } from "@evenodds/auditor";
import { checkChoice, ownValue, UsageError } from "@evenodds/core";
import type { ByAttribute, TableAttributes } from "../audit/requested-outcomes.js";

/** What a monitor watches. It is said when the monitor begins, and stays. */
export interface MonitorSettings extends Omit<TableAttributes, "sensitive"> {
  /** Columns of the sensitive attributes. */
  readonly sensitive?: readonly string[] | undefined;
  /** Largest gap still allowed, in [0, 1); with a reference, largest change of a rate. */
  readonly maxGap?: number | undefined;
  /** Error probability of each verdict and of the intervals, for each attribute. Default: 0.05. */
  readonly alpha?: number | undefined;
  /** Column of the true class. */
  readonly label?: string | undefined;
  /** Column of the predicted class. */
  readonly prediction?: string | undefined;
  /** Column of ids, by which labels that come later find their predictions. */
  readonly id?: string | undefined;
  /** Column that says how many rows a line stands for: everything that is added is then a table of counts. */
  readonly countColumn?: string | undefined;
  /** Whether all predictions of a label are compared or only the right ones. Default: `all`. */
  readonly cells?: MonitoredPredictions | undefined;
  /** Most rows of one batch that belong together, such as those of one person. Default: 1. */
  readonly largestCluster?: number | undefined;
}

/** The settings as an entry of the log has them: plain JSON, without what was left to its default. */
export type StoredSettings = Readonly<Record<string, unknown>>;

const names = [
  "maxGap",
  "alpha",
  "sensitive",
  "cross",
  "label",
  "prediction",
  "id",
  "countColumn",
  "classes",
  "levels",
  "bins",
  "missing",
  "missingValues",
  "cells",
  "largestCluster",
] as const satisfies readonly (keyof MonitorSettings)[];

/** What every monitor has to be told. */
const needed = ["maxGap", "sensitive", "label", "prediction"] as const;

/** Settings that every monitor has. */
export type CompleteSettings = MonitorSettings &
  Required<Pick<MonitorSettings, "alpha" | "cells" | "largestCluster">> & {
    readonly [Name in (typeof needed)[number]]: NonNullable<MonitorSettings[Name]>;
  };

/**
 * Returns the settings of a new monitor. Throws {@link UsageError} where one of those that have no default is missing.
 */
export function newSettings(given: MonitorSettings): StoredSettings {
  const lacking = needed.find((name) => given[name] === undefined);
  if (lacking !== undefined) {
    throw new UsageError({
      argument: `‘${lacking}’`,
      expected: "to be said when a monitor begins",
      found: "nothing",
      hint: "the state does not exist yet; check its path if it should",
    });
  }
  if (given.cells !== undefined) checkChoice("‘cells’", { choices: monitoredPredictions, choice: given.cells });
  const stored = storedForm(given);
  return {
    ...stored,
    alpha: stored.alpha ?? defaultAlpha,
    cells: stored.cells ?? "all",
    largestCluster: stored.largestCluster ?? 1,
  };
}

/** Throws {@link UsageError} for the first setting that is given again and is another one now. */
export function checkSettings(given: MonitorSettings, stored: StoredSettings): void {
  for (const [name, value] of Object.entries(storedForm(given))) {
    const [now, before] = [JSON.stringify(value), JSON.stringify(ownValue(stored, name) ?? null)];
    if (now === before) continue;
    throw new UsageError({
      argument: `‘${name}’`,
      expected: before === "null" ? "what the monitor began with: nothing" : `${before}, as the monitor began`,
      found: now,
      hint: "leave it out, or begin another monitor in a new folder",
    });
  }
}

/** Returns the settings that a log has. */
export function completeSettings(stored: StoredSettings): CompleteSettings {
  return stored as unknown as CompleteSettings;
}

function storedForm(given: MonitorSettings): Record<string, unknown> {
  const plain = (value: unknown) =>
    value instanceof Map ? Object.fromEntries(value as ByAttribute<unknown> & Map<string, unknown>) : value;
  return Object.fromEntries(
    names.flatMap((name) => (given[name] === undefined ? [] : [[name, plain(given[name])] as const])),
  );
}
