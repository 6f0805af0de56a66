import type { ExclusionReason } from "@evenodds/core";
import type { Monitoring } from "../statistics/sequential/monitor-gaps.js";
import type { MonitoredPredictions } from "../statistics/sequential/monitored-cells.js";
import type { OnInconclusive, Verdict } from "../verdict/verdict.js";

/** What was added at once. */
export interface MonitoredBatch {
  /** What the user calls it, such as a date. */
  readonly name: string;
  /** Rows with label and prediction that were looked at: `used + Σ excluded`, for the first attribute. */
  readonly read: number;
  readonly used: number;
  readonly excluded: Readonly<Partial<Record<ExclusionReason, number>>>;
  /** Predictions whose label is to come, and labels for which there is no prediction. */
  readonly predicted: number;
  readonly unmatchedLabels: number;
  /** Rows of labels without one, whose predictions go on waiting. */
  readonly blankLabels: number;
  /** Predictions that wait for their labels after this batch. */
  readonly waiting: number;
  readonly files: readonly { readonly file: string; readonly role: string; readonly sha256: string }[];
}

/** An attribute, or a combination of some, as it is monitored. */
export interface MonitoredAttribute {
  readonly name: string;
  readonly verdict: Verdict;
  /** Which of the batches each look belongs to: those in which rows were used. */
  readonly batches: readonly number[];
  readonly monitoring: Monitoring;
}

/** What a monitor knows after its last batch. Equal states give equal reports. */
export interface MonitorReport {
  readonly kind: "monitor";
  readonly evenodds: string;
  /** The worst of its attributes; `inconclusive` before there are rows. */
  readonly verdict: Verdict;
  readonly settings: {
    readonly maxGap: number;
    readonly alpha: number;
    readonly cells: MonitoredPredictions;
    readonly largestCluster: number;
    readonly onInconclusive: OnInconclusive;
    /** Rows of the reference period; null where groups are compared with each other. */
    readonly referenceRows: number | null;
  };
  /** SHA-256 of the last entry of the log, which depends on all that are before it. */
  readonly head: string;
  readonly batches: readonly MonitoredBatch[];
  readonly attributes: readonly MonitoredAttribute[];
  /** Predictions whose label has not come yet. */
  readonly pending: number;
}
