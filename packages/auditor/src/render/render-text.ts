import type { AuditReport } from "../report/audit-report.js";
import { drawText, type TextOptions } from "./draw-text.js";
import { describeAudit } from "./sections/describe-audit.js";

/**
 * Returns a report as one screen of text, at most `height` lines of at most `width` columns: the verdict, what every
 * attribute's gap is and between whom, its groups, warnings. What does not fit is left out, least important first, and
 * a last line says what. Ends with a line break.
 */
export function renderText(report: AuditReport, options: TextOptions = {}): string {
  return drawText(describeAudit(report), options);
}
