import { UsageError } from "@evenodds/core";
import type { AttributeReport, AuditReport } from "../report/audit-report.js";
import type { Threshold } from "./check-report-gate.js";
import type { Judged } from "./judge-groups.js";
import type { ReportGate } from "./report-gate.js";

/** A gate with the threshold that it was checked for. */
export interface CheckedGate {
  readonly gate: ReportGate;
  readonly threshold: Threshold;
}

/** What came of a gate, and what it was about. */
export interface JudgedPart extends Judged {
  readonly attribute: string | null;
  readonly subgroup: string | null;
  readonly class: string | null;
}

/** What a report is judged by, with the attributes that the gate leaves open. */
export interface GateOnReport extends CheckedGate {
  readonly report: AuditReport;
  readonly chosen: readonly AttributeReport[];
}

/** Returns the error of a metric that a report has no value of: a gate on it would never decide anything. */
export function noValue({ metric }: ReportGate, lack: string): UsageError {
  return new UsageError({
    argument: "metric",
    expected: `${metric} in the report`,
    found: "none",
    hint: `it needs ${lack}`,
  });
}

/** Attributes leave out rows that lack them: all rows are those of the one that leaves out the fewest. */
export function mostRows(attributes: readonly AttributeReport[]): AttributeReport {
  return attributes.reduce((most, one) => (one.rows.used > most.rows.used ? one : most));
}
