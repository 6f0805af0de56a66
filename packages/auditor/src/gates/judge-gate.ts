import { UsageError } from "@evenodds/core";
import type { AuditReport } from "../report/audit-report.js";
import type { RegressionReport } from "../report/regression-report.js";
import { gapSentence } from "../render/regression-words.js";
import { judgeAgainst } from "../verdict/judge-against.js";
import { holdUncounted } from "../verdict/hold-uncounted.js";
import type { Judgement, OnInconclusive } from "../verdict/verdict.js";
import { isBlocking } from "../verdict/worst-verdict.js";
import { checkReportGate } from "./check-report-gate.js";
import { findAttribute } from "./find-group.js";
import { noValue, type CheckedGate, type JudgedPart } from "./gate-on-report.js";
import { isExpired } from "./gate-waiver.js";
import { judgeCounts } from "./judge-counts.js";
import { judgeReportedGroups } from "./judge-reported-groups.js";
import type { GateFinding, ReportGate } from "./report-gate.js";
import { reportMetricDefinitions } from "./report-metric-definitions.js";
import { steadyJudgement } from "./steady-judgement.js";

/**
 * Judges a finished report by one gate, and returns a finding for each attribute that it is about. Pure: everything is
 * computed from the counts that the report holds, so a gate can be added to a report that was made long ago. A value
 * exactly at its threshold passes, compared at full precision: differences and rates of whole counts, and means of
 * them, are the correctly rounded values of their fractions, so 2/10 − 1/10 passes the limit 0.1.
 *
 * 0/0, and cells below the minimum support that might hide a violation, are `inconclusive`. A model that gives other
 * predictions when it runs again (`report.stability`) is judged `inconclusive`, because its report has the counts of a
 * single run.
 *
 * Throws {@link UsageError} for a gate that is wrong in itself (see `checkReportGate`), and for one that matches
 * nothing: an attribute that was not audited, a group that does not occur, a metric that the report has no value of. A
 * waiver needs `today`, the day on which it is judged.
 */
export function judgeGate(
  report: AuditReport | RegressionReport,
  gate: ReportGate,
  { today }: { readonly today?: string | undefined } = {},
): GateFinding[] {
  const threshold = checkReportGate(gate);
  const expired = gate.waiver === undefined ? false : isExpired(gate.waiver, today);
  const of = { gate, threshold };
  const judged = "kind" in report ? judgeRegression(report, of) : judgeClassifier(report, of);
  return judged.map((found) => asFinding(found, { ...of, report, expired }));
}

function asFinding(
  found: JudgedPart,
  of: CheckedGate & { readonly report: AuditReport | RegressionReport; readonly expired: boolean },
): GateFinding {
  const { gate, threshold, report, expired } = of;
  const { metric, severity = "error", waiver } = gate;
  const { settings } = report;
  const onInconclusive: OnInconclusive = gate.onInconclusive ?? settings.onInconclusive;
  const { verdict, reason } = steadyJudgement(report, ofAllGroups(report, found));
  const outcome = waiver !== undefined && !expired && verdict !== "pass" ? "waived" : verdict;
  return {
    metric,
    attribute: found.attribute,
    subgroup: found.subgroup,
    class: found.class,
    ...threshold,
    rule: gate.rule ?? "point",
    minimumSupport: gate.minimumSupport ?? settings.minimumSupport,
    severity,
    onInconclusive,
    value: found.value,
    lower: found.lower,
    upper: found.upper,
    verdict,
    reason,
    detail: found.detail ?? null,
    waiver: waiver === undefined ? null : { reason: waiver.reason, until: waiver.until, isExpired: expired },
    outcome,
    blocks: outcome !== "waived" && severity === "error" && isBlocking(outcome, onInconclusive),
  };
}

/** A judgement that speaks for all groups of an attribute cannot pass while some of them were never counted. */
function ofAllGroups({ attributes }: AuditReport | RegressionReport, found: JudgedPart): Judgement {
  const audited = attributes.find(({ name }) => name === found.attribute);
  if (audited === undefined || found.subgroup !== null) return found;
  return holdUncounted(found, audited.rows.excluded);
}

function judgeRegression({ attributes }: RegressionReport, { gate, threshold }: CheckedGate): JudgedPart[] {
  if (gate.metric !== "meanErrorGap") {
    throw new UsageError({
      argument: "metric",
      expected: "meanErrorGap, the metric of a regression",
      found: gate.metric,
      hint: "the other metrics are about classes",
    });
  }
  const chosen = gate.attribute === undefined ? attributes : [findAttribute(attributes, gate.attribute)];
  return chosen.map(({ name, meanError, bins }) => ({
    ...judgeAgainst(meanError, threshold.threshold),
    ...{ value: meanError.value, lower: null, upper: null },
    ...{ attribute: name, subgroup: null, class: null, detail: gapSentence(meanError, bins) },
  }));
}

function judgeClassifier(report: AuditReport, of: CheckedGate): JudgedPart[] {
  const { gate, threshold } = of;
  const { attributes } = report;
  const definition = reportMetricDefinitions[gate.metric];
  const chosen = gate.attribute === undefined ? attributes : [findAttribute(attributes, gate.attribute)];
  switch (definition.kind) {
    case "regression":
      throw new UsageError({
        argument: "metric",
        expected: "a metric of classes, such as equalizedOddsDifference",
        found: gate.metric,
        hint: "it is the metric of a regression",
      });
    case "reported":
      return chosen.map((attribute) => {
        const found = definition.find(attribute);
        if (found === null) throw noValue(gate, definition.lack);
        const judged = judgeAgainst(found, threshold.threshold);
        const bounds = { value: found.value, lower: null, upper: null };
        return { ...judged, ...bounds, attribute: attribute.name, subgroup: null, class: null };
      });
    case "reported groups":
      return judgeReportedGroups(definition, { ...of, report, chosen });
    case "gap":
    case "groups":
      return judgeCounts(definition, { ...of, report, chosen });
  }
}
