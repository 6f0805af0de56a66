import type { AuditReport } from "../report/audit-report.js";
import type { RegressionReport } from "../report/regression/regression-report.js";
import { drawMarkdown } from "./draw-markdown.js";
import { describeReport } from "./sections/describe-report.js";

/**
 * Returns a report as GitHub Markdown: the verdict, per attribute the gap as a sentence, its figures, group sizes, the
 * rates of every label with counts and intervals, what else the report holds, left-out rows; then how each
 * rule decides, the graph, warnings, notes and where everything comes from.
 * Text from the input is escaped, so that it can start no markup, link, mention or formula.
 */
export function renderMarkdown(report: AuditReport | RegressionReport): string {
  return drawMarkdown(describeReport(report));
}
