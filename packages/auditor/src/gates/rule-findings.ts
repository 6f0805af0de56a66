import type { AuditReport } from "../report/audit-report.js";
import type { RegressionReport } from "../report/regression-report.js";
import { isBlocking } from "../verdict/worst-verdict.js";
import type { GateFinding } from "./report-gate.js";

/** Returns the gates that an audit judged itself, those of `maxGap` and `maxErrorGap`, as findings. */
export function ruleFindings(report: AuditReport | RegressionReport): GateFinding[] {
  const { rules, settings, ...others } = report;
  const positiveClass = "positiveClass" in others ? others.positiveClass : null;
  return rules.map((gate): GateFinding => {
    const { metric, attribute, limit, value, verdict, reason } = gate;
    const { rule, lower, upper } = "rule" in gate ? gate : { rule: "point" as const, lower: null, upper: null };
    const { onInconclusive, minimumSupport } = settings;
    return {
      ...{ metric, attribute, subgroup: null },
      class: metric === "equalOpportunityDifference" ? positiveClass : null,
      ...{ bound: "limit", threshold: limit, rule, minimumSupport, severity: "error", onInconclusive },
      ...{ value, lower, upper, verdict, reason, waiver: null, outcome: verdict },
      blocks: isBlocking(verdict, onInconclusive),
    };
  });
}
