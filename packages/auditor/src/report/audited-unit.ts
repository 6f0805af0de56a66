import type { AuditReport } from "./audit-report.js";

/** What the rows of an audit are called: nodes where a graph was audited, else rows. */
export type AuditedUnit = "node" | "row";

/**
 * Returns what the rows of a report are called in its texts. A model is run on the nodes of a graph; a table has rows.
 */
export function auditedUnit({ model, data }: Pick<AuditReport, "model" | "data">): AuditedUnit {
  return model !== null || (data !== null && data.arcs !== null) ? "node" : "row";
}
