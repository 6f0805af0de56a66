import { auditOutcomes, type AuditReport } from "@evenodds/auditor";
import { UsageError, version, type OutcomeCounts } from "@evenodds/core";
import { auditSettings, type AuditOptions } from "./audit-options.js";

/** How counts are audited. */
export interface CountsAuditOptions extends Omit<AuditOptions, "cross" | "signal" | "onProgress" | "onDraws"> {
  /** What the data are called in the report. Default: counts. */
  readonly name?: string | undefined;
}

/**
 * Returns the audit of counts that a program has made itself, by the name of the attribute: group × true label ×
 * prediction → rows, see `countOutcomes`.
 *
 * Throws {@link InputError} for counts that do not fit together, {@link UsageError} for no attribute and for options
 * out of range.
 */
export function auditCounts(
  counts: Readonly<Record<string, OutcomeCounts>>,
  options: CountsAuditOptions = {},
): AuditReport {
  const attributes = Object.entries(counts).map(([name, outcomes]) => ({ name, outcomes }));
  const [first] = attributes;
  if (first === undefined) {
    throw new UsageError({ argument: "counts", expected: "the counts of at least one attribute", found: "none" });
  }
  const { seed = 0, positive = null, name = "counts" } = options;
  return auditOutcomes({
    attributes,
    version,
    seed,
    settings: auditSettings(options),
    positiveClass: positive,
    references: options.reference,
    options: options.recorded,
    data: { name, files: [], nodes: rowsOf(first.outcomes), arcs: null },
  });
}

/** Rows that were counted, and those that were left out. */
function rowsOf({ counts, excluded }: OutcomeCounts): number {
  const left = Object.values(excluded).reduce((sum, rows) => sum + rows, 0);
  return counts.reduce((sum, rows) => sum + rows, left);
}
