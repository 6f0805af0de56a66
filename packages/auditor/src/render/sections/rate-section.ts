import type { AttributeReport, AuditReport } from "../../report/audit-report.js";
import { auditedUnit } from "../../report/audited-unit.js";
import { formatLevel } from "../numbers.js";
import { smallMeaning } from "../small-cells.js";

/** Returns what the tables of rates by true label show. */
export function ratesMeaning(attribute: AttributeReport, report: AuditReport): string {
  const { alpha, minimumSupport } = report.settings;
  return (
    `How often ${auditedUnit(report)}s with this true label get this prediction, with ${formatLevel(alpha)} Wilson intervals ` +
    `and counts. ${smallMeaning(attribute, minimumSupport)}.`
  );
}
