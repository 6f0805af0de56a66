import type { CellStatus, DisparityStatus } from "@evenodds/core";
import type { ErrorPermutationReport } from "../statistics/error-permutation-test.js";
import type { Placement } from "../session/placement.js";
import type { OnInconclusive, RunVerdict, Verdict } from "../verdict/verdict.js";
import type { ReportedOptions } from "./reported-options.js";
import type { RepeatedRun } from "./stability-report.js";
import type { ReportedData, ReportWarning, RowAccounting, UnknownRows } from "./audit-report.js";

/**
 * Everything an audit of a regression says, as plain JSON, by the rules of `AuditReport`: fixed key order, equal bytes
 * for equal inputs, no NaN. Errors are `prediction − label`, and all errors, gaps and limits are in the unit of the
 * label.
 */
export interface RegressionReport {
  readonly schemaVersion: 1;
  /** Tells this report from that of a classifier, which has no such field. */
  readonly kind: "regression";
  readonly tool: { readonly name: string; readonly version: string };
  readonly seed: number;
  readonly settings: RegressionSettings;
  /** How the audit was asked for, see `AuditInput`; absent where nobody said. */
  readonly options?: ReportedOptions | undefined;
  readonly data: ReportedData | null;
  /** See `AuditReport`. */
  readonly placement?: Placement | undefined;
  readonly attributes: readonly RegressionAttributeReport[];
  /** Whether the verdict is the same when the model runs again; absent where it ran once. */
  readonly stability?: RegressionStability | undefined;
  /** One per attribute where there is a limit; empty without one. */
  readonly rules: readonly RegressionGateReport[];
  readonly verdict: RunVerdict;
  readonly warnings: readonly ReportWarning[];
  readonly notes: readonly string[];
}

/**
 * What a report says of a regression that ran more than once. Predicted numbers change in their last digits, so there
 * is nothing to count.
 */
export interface RegressionStability {
  /** The runs beside the audited one. */
  readonly runs: readonly RepeatedRun[];
  /** Whether some gate is judged otherwise by the predictions of another run; null without a gate. */
  readonly verdictDepends: boolean | null;
}

/** Settings that change figures or verdicts. */
export interface RegressionSettings {
  /** Fewest rows of a (bin, group) cell for its error to be compared. */
  readonly minimumSupport: number;
  readonly draws: number;
  /** Number of label bins of about equal size; null where edges were given. */
  readonly labelBins: number | null;
  /** Quantiles of the error, from 0 to 1. */
  readonly quantiles: readonly number[];
  /** Largest gap in mean error still allowed; null = no gate. There is no default: only the unit's user knows one. */
  readonly maxErrorGap: number | null;
  readonly onInconclusive: OnInconclusive;
}

export interface RegressionAttributeReport {
  readonly name: string;
  readonly rows: RowAccounting;
  /**
   * How many of the rows that were read have no known value, for each attribute that is crossed; null where nobody
   * said.
   */
  readonly unknown: readonly UnknownRows[] | null;
  readonly levels: readonly { readonly level: string; readonly n: number }[];
  /** The main number: the largest gap in mean error over the label bins. */
  readonly meanError: ErrorGapReport;
  /** The same for each quantile of the error. */
  readonly errorQuantiles: readonly ({ readonly quantile: number } & ErrorGapReport)[];
  readonly bins: readonly LabelBinReport[];
  readonly permutation: ErrorPermutationReport;
  /** The p-value adjusted for all attributes of the report (Holm). */
  readonly adjustedPValue: number | null;
}

/** A gap over all bins, and where it is largest. */
export interface ErrorGapReport {
  readonly status: DisparityStatus;
  readonly value: number | null;
  readonly reason: string | null;
  /** Index of the bin of this gap; null where it is undefined. */
  readonly bin: number | null;
  readonly highest: string | null;
  readonly lowest: string | null;
}

/** One bin: `lower ≤ label < upper`, the last one with its upper edge. */
export interface LabelBinReport {
  readonly lower: number;
  readonly upper: number;
  readonly n: number;
  readonly cells: readonly ErrorCellReport[];
}

/** The errors of one group in one bin. */
export interface ErrorCellReport {
  readonly group: string;
  readonly n: number;
  readonly status: CellStatus;
  /** Null where n = 0. */
  readonly meanError: number | null;
  /** Of the mean, rows taken as independent; null where n < 2. */
  readonly standardError: number | null;
  /** In the order of `settings.quantiles`. */
  readonly quantiles: readonly (number | null)[];
}

export interface RegressionGateReport {
  readonly metric: "meanErrorGap";
  readonly attribute: string;
  readonly limit: number;
  readonly value: number | null;
  readonly verdict: Verdict;
  readonly reason: string;
}
