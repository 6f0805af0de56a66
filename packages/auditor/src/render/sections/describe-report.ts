import type { AuditReport } from "../../report/audit-report.js";
import type { RegressionReport } from "../../report/regression-report.js";
import { describeAudit } from "./describe-audit.js";
import { describeRegression } from "./describe-regression.js";
import type { Description } from "./description.js";

/** Returns what a report of any kind says. */
export function describeReport(report: AuditReport | RegressionReport): Description {
  return "kind" in report ? describeRegression(report) : describeAudit(report);
}
