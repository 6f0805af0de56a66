import type { SignedDifference } from "@evenodds/core";
import type { ErrorSums, SweepRecord } from "@evenodds/trainer";
import type { SampleSummary } from "../statistics/describe-sample.js";
import type { FigureName, SweepTask } from "./sweep-figures.js";
import type { BaselineSelector } from "./find-baseline.js";
import type { SettingSelection, SettingRule } from "./select-settings.js";

export const summaryFormat = "evenodds.sweep/1";

/** A figure over the seeds, as a sample: `n` runs in which it is defined. */
export type FigureSummaries = Readonly<Partial<Record<FigureName, SampleSummary>>>;

/** Setting minus baseline on one figure, over the seeds that both have. */
export interface PairedDifference {
  readonly n: number;
  readonly mean: number | null;
  readonly sem: number | null;
  /** Two-sided, by flipping signs; null without differences. */
  readonly pValue: number | null;
}

/** All test appearances of all seeds in one table: a node counts in every split that tests it. */
export interface PooledOutcome {
  readonly appearances: number;
  /** As core's JSON has them; null for a regression. */
  readonly counts: {
    readonly groups: readonly string[];
    readonly classes: readonly string[];
    readonly counts: readonly number[];
  } | null;
  /** `P(Ŷ=y | Y=y)` of every other group minus that of the first, label by label. */
  readonly signedGaps: readonly SignedDifference[];
  /** Null for a classification. */
  readonly errors: ErrorSums | null;
}

/** One setting over all seeds. */
export interface SettingSummary {
  /** From 1, in the order of the grid. */
  readonly number: number;
  readonly setting: string;
  readonly values: SweepRecord["values"];
  readonly finished: number;
  readonly failed: number;
  /** On the test nodes. */
  readonly figures: FigureSummaries;
  /** By the selection rule on the validation nodes. */
  readonly validationScore: number | null;
  readonly selected: boolean;
  readonly pooled: PooledOutcome | null;
  /** Null for a baseline, and where no setting or several fit. */
  readonly comparison: {
    readonly baseline: string;
    readonly differences: Readonly<Partial<Record<FigureName, PairedDifference>>>;
  } | null;
}

/** A sweep as plain data: a function of its records. */
export interface SweepSummary {
  readonly format: typeof summaryFormat;
  readonly tool: string;
  readonly engine: string;
  readonly graph: SweepRecord["graph"];
  readonly task: SweepTask;
  readonly seeds: readonly number[];
  /** Options of the grid that differ between settings. */
  readonly varied: readonly string[];
  /** All other options, which every setting has alike. */
  readonly fixed: Readonly<Record<string, string | number | boolean | null>>;
  /** Whether the sensitive attribute is one of the model's inputs; null where none is named. */
  readonly sensitiveIsFeature: boolean | null;
  readonly runs: { readonly finished: number; readonly failed: number };
  readonly failures: readonly { readonly key: string; readonly code: string; readonly message: string }[];
  readonly warnings: readonly { readonly message: string; readonly runs: number }[];
  readonly settings: readonly SettingSummary[];
  readonly selection: { readonly rule: SettingRule; readonly perMethod: readonly SettingSelection[] };
  readonly baseline: BaselineSelector | null;
}
