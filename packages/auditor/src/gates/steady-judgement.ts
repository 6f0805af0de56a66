import type { AuditReport } from "../report/audit-report.js";
import type { RegressionReport } from "../report/regression-report.js";
import type { Judgement } from "../verdict/verdict.js";

/** Whether the model of a report gave other predictions when it ran again. */
export function isUnsteady({ stability }: Pick<AuditReport | RegressionReport, "stability">): boolean {
  return stability !== undefined && "flips" in stability && stability.flips;
}

/**
 * Returns a judgement of the counts of a report, as far as they stand for its model: a report has the counts of one
 * run, so where predictions differ from run to run nothing says what would be found in another.
 */
export function steadyJudgement(report: AuditReport | RegressionReport, { verdict, reason }: Judgement): Judgement {
  return isUnsteady(report)
    ? { verdict: "inconclusive", reason: `${reason}, but predictions differ when the model runs again` }
    : { verdict, reason };
}
