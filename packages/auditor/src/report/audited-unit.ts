import type { AuditReport } from "./audit-report.js";

/** What the rows of an audit are called: nodes where a graph was audited, else rows. */
export type AuditedUnit = "node" | "row";

/**
 * Returns what the rows of a report are called in its texts: the nodes of a graph, which alone has arcs, or rows.
 */
export function auditedUnit({ model, data }: Pick<AuditReport, "model" | "data">): AuditedUnit {
  const isTable = data === null ? model === null : data.arcs === null;
  return isTable ? "row" : "node";
}
