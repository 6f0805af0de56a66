import type { OutcomeCounts } from "@evenodds/core";
import type { TrainingOptions } from "../training/training-options.js";
import type { SweepSetting } from "./expand-grid.js";
import type { SweepGraph } from "./sweep-graph.js";

/** Sums over the errors `prediction − label` of a regression by group, in the unit of the label. */
export interface ErrorSums {
  readonly groups: readonly string[];
  /** `[G]`, labelled nodes. */
  readonly n: readonly number[];
  /** `[G]`, sums of errors, of their absolute values and of their squares. */
  readonly error: readonly number[];
  readonly absolute: readonly number[];
  readonly squared: readonly number[];
}

/**
 * What a model predicts on one part of a split. Groups are those of the sensitive attribute, or `all` where none is
 * named.
 */
export interface PartOutcome {
  /** Nodes of the part, those without a known group among them. */
  readonly nodes: number;
  /** Null for a regression. */
  readonly counts: OutcomeCounts | null;
  /** Null for a classification. */
  readonly errors: ErrorSums | null;
}

/** What every run of a sweep has. */
export interface SweepRunHead {
  readonly format: typeof recordFormat;
  /** Names run and file. */
  readonly key: string;
  /** The setting's key, and its values of the grid's options; null where an option has no effect beside the others. */
  readonly setting: string;
  readonly values: SweepSetting["values"];
  readonly seed: number;
  readonly options: TrainingOptions;
  readonly tool: string;
  readonly engine: string;
  readonly graph: SweepGraph;
}

/** A run that gave a model. Nothing in it depends on a clock: same inputs, same bytes. */
export interface FinishedRun extends SweepRunHead {
  readonly status: "finished";
  readonly epochs: number;
  readonly bestEpoch: number;
  /** What early stopping watched, at the best epoch; and the task's loss there. */
  readonly validationLoss: number;
  readonly validationTaskLoss: number;
  readonly sensitiveIsFeature: boolean | null;
  readonly warnings: readonly string[];
  readonly validation: PartOutcome;
  readonly test: PartOutcome;
}

/** A run that gave none. */
export interface FailedRun extends SweepRunHead {
  readonly status: "failed";
  /** `code` is that of the error, or `fault` for one that no user can fix. */
  readonly error: { readonly code: string; readonly message: string };
}

export type SweepRecord = FinishedRun | FailedRun;

export const recordFormat = "evenodds.sweep-run/1";
