import type { AuditReport } from "../report/audit-report.js";
import type { RegressionReport } from "../report/regression/regression-report.js";
import { drawHtml } from "./draw-html.js";
import { describeReport } from "./sections/describe-report.js";

/**
 * Returns a report as one HTML page: verdict, per attribute the gap with its noise floor, group sizes, charts and
 * tables of rates, what else the report holds (clusters, weights, a condition, scores, other figures), left-out rows;
 * then how each rule decides, the graph, warnings, notes and where everything comes from. The page holds all it needs,
 * runs no script and loads nothing; text from the input is escaped everywhere, in charts too.
 */
export function renderHtml(report: AuditReport | RegressionReport): string {
  return drawHtml(describeReport(report));
}
