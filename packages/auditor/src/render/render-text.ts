import type { AuditReport } from "../report/audit-report.js";
import type { RegressionReport } from "../report/regression/regression-report.js";
import { drawText, type TextOptions } from "./draw-text.js";
import { describeReport } from "./sections/describe-report.js";

/**
 * Returns a report as one screen of text, at most `height` lines of at most `width` columns: the verdict, what every
 * attribute's gap is and between whom, its groups, warnings. What does not fit is left out, least important first, and
 * a last line says what. Ends with a line break.
 */
export function renderText(report: AuditReport | RegressionReport, options: TextOptions = {}): string {
  return drawText(describeReport(report), options);
}
