import {
  classIndex,
  equalizedOddsComparisons,
  labelComparison,
  largestGap,
  recallComparisons,
  selectionComparisons,
  type Comparison,
  type Disparity,
} from "@evenodds/core";
import { simultaneousIntervals, type EvidenceReport } from "../statistics/simultaneous-intervals.js";
import { judgeEvidence } from "../verdict/judge-evidence.js";
import { judgePoint } from "../verdict/judge-point.js";
import type { Rule } from "../verdict/verdict.js";
import { withoutLabelsReason, type AttributeContext, type AttributeCounts } from "./attribute-report.js";
import type { RuleReport } from "./audit-report.js";

/** Returns what a rule says about the attribute it names. The rule must have been checked by `checkRules`. */
export function ruleReport(rule: Rule, on: AttributeContext & { readonly attribute: AttributeCounts }): RuleReport {
  const { metric, attribute, limit, rule: kind } = rule;
  const { gap, evidence } = measure(rule, on);
  const point = kind === "point";
  const { verdict, reason } = point ? judgePoint(gap, limit) : judgeEvidence({ gap, evidence }, limit);
  return {
    metric,
    attribute,
    limit,
    rule: kind,
    value: gap.value,
    lower: point ? null : evidence.lower,
    upper: point ? null : evidence.upper,
    verdict,
    reason,
  };
}

function measure(
  rule: Rule,
  on: AttributeContext & { readonly attribute: AttributeCounts },
): { readonly gap: Pick<Disparity, "status" | "value" | "reason">; readonly evidence: EvidenceReport } {
  const comparisons = comparisonsOf(rule, on);
  const evidence = simultaneousIntervals(comparisons ?? [], on.settings);
  if (comparisons !== null) return { gap: largestGap(comparisons, on.settings), evidence };
  const reason = withoutLabelsReason;
  return { gap: { status: "undefined", value: null, reason }, evidence: { ...evidence, reason } };
}

/** The comparisons whose largest gap is the rule's metric, or null where it needs labels and there are none. */
function comparisonsOf(
  { metric }: Rule,
  { attribute, positiveClass }: AttributeContext & { readonly attribute: AttributeCounts },
): Comparison[] | null {
  const { outcomes, predictions } = attribute;
  if (metric === "demographicParityDifference") return selectionComparisons(predictions);
  if (outcomes === null) return null;
  switch (metric) {
    case "equalizedOddsDifference":
      return equalizedOddsComparisons(outcomes);
    case "diagonalRecallGap":
      return recallComparisons(outcomes);
    case "equalOpportunityDifference": {
      const label = classIndex(outcomes.classes, positiveClass ?? "");
      return [labelComparison(outcomes, label, label)];
    }
    default:
      return metric satisfies never;
  }
}
