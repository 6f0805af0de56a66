import type { AuditReport } from "../report/audit-report.js";
import type { RegressionReport } from "../report/regression-report.js";
import { auditedUnit } from "../report/audited-unit.js";
import { describeGap } from "../report/describe-gap.js";
import { gatedDisparity } from "../report/gated-disparity.js";
import { gapSentence } from "../render/regression-words.js";
import type { GatedMetric } from "../verdict/verdict.js";
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
      ...{ value, lower, upper, verdict, reason, detail: detailOf(report, gate), waiver: null, outcome: verdict },
      blocks: isBlocking(verdict, onInconclusive),
    };
  });
}

/** What the report says of the gap that a gate is about. */
function detailOf(
  report: AuditReport | RegressionReport,
  { metric, attribute: name }: (AuditReport | RegressionReport)["rules"][number],
): string | null {
  if ("kind" in report) {
    const attribute = report.attributes.find((one) => one.name === name);
    return attribute === undefined ? null : gapSentence(attribute.meanError, attribute.bins);
  }
  const attribute = report.attributes.find((one) => one.name === name);
  const found = attribute && gatedDisparity[metric as GatedMetric](attribute);
  if (attribute === undefined || found === undefined) return null;
  return describeGap(found, { unit: auditedUnit(report), weighted: attribute.rows.weight !== undefined });
}
