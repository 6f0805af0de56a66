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
      ...{ value, lower, upper, verdict, reason, detail: detailOf(report, attribute), waiver: null, outcome: verdict },
      blocks: isBlocking(verdict, onInconclusive),
    };
  });
}

/** What the report says of the gap of an attribute; of a regression, renderers say it. */
function detailOf(report: AuditReport | RegressionReport, name: string): string | null {
  if ("kind" in report) return null;
  return report.attributes.find((attribute) => attribute.name === name)?.equalizedOdds.description ?? null;
}
