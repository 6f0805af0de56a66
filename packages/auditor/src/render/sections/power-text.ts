import type { PowerReport } from "../../statistics/evidence-power.js";
import type { AuditReport, GateReport } from "../../report/audit-report.js";
import { auditedUnit } from "../../report/audited-unit.js";
import { formatCount } from "../numbers.js";

/**
 * Returns how much larger cells would have to be for the evidence rule to decide, or why size alone would not do, such
 * as `With these rates, cells would have to be about 3.2 times larger, about 60 nodes in the smallest cell (now 19), to
 * say violated.`
 * `rows` is what cells are counted in, see {@link powerUnit}.
 */
export function powerSentence(
  { factor, smallestCell, smallestCellNeeded, verdict, reason }: PowerReport,
  rows: string,
): string {
  if (factor === null || smallestCell === null || smallestCellNeeded === null || verdict === null) {
    return `Larger cells alone would not decide it: ${reason ?? "nothing can be compared"}.`;
  }
  return (
    `With these rates, cells would have to be about ${formatFactor(factor)} times larger, about ` +
    `${formatCount(smallestCellNeeded)} ${rows} in the smallest cell (now ${formatCount(smallestCell)}), to say ${verdict}.`
  );
}

/** Returns what the cells of a gate are counted in: `nodes`, `rows`, or `effective rows` where they carry weights. */
export function powerUnit({ attribute }: Pick<GateReport, "attribute">, report: AuditReport): string {
  const isWeighted = report.attributes.some(({ name, rows }) => name === attribute && rows.weight !== undefined);
  return `${isWeighted ? "effective " : ""}${auditedUnit(report)}s`;
}

/** Rounded up, because a smaller factor would not do. */
function formatFactor(factor: number): string {
  return factor < 10 ? (Math.ceil(factor * 10) / 10).toFixed(1) : formatCount(Math.ceil(factor));
}
