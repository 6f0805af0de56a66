import {
  classIndex,
  effectiveCounts,
  equalizedOddsComparisons,
  labelComparison,
  largestGap,
  recallComparisons,
  selectionComparisons,
  type Comparison,
  type Disparity,
  type OutcomeCounts,
} from "@evenodds/core";
import { holmAdjusted } from "../statistics/holm.js";
import { limitPValue } from "../statistics/limit-p-value.js";
import { evidencePower } from "../statistics/power.js";
import { simultaneousIntervals } from "../statistics/simultaneous-intervals.js";
import { judgeEvidence } from "../verdict/judge-evidence.js";
import { judgePoint } from "../verdict/judge-point.js";
import type { Rule } from "../verdict/verdict.js";
import { withoutLabelsReason, type AttributeContext, type AttributeCounts } from "./attribute-report.js";
import type { EvidenceDecision, RuleReport } from "./audit-report.js";

/**
 * Returns what a rule says about the attribute it names: both by the measured gap and by its intervals, whichever of them is
 * the gate. The rule must have been checked by `checkRules`. The p-value is not adjusted yet, see `withAdjustedRules`.
 */
export function ruleReport(rule: Rule, on: AttributeContext & { readonly attribute: AttributeCounts }): RuleReport {
  const { metric, attribute, limit, rule: kind } = rule;
  const { settings } = on;
  const comparisons = comparisonsOf(rule, on);
  const gap: Pick<Disparity, "status" | "value" | "reason"> =
    comparisons === null
      ? { status: "undefined", value: null, reason: withoutLabelsReason }
      : largestGap(comparisons, settings);
  // Effective sizes of cells do not add up to those of whole groups, so selection rates have none.
  const effective = metric === "demographicParityDifference" ? null : effectiveOutcomes(on.attribute);
  const weighed =
    effective === null
      ? comparisons
      : comparisonsOf(rule, { ...on, attribute: { ...on.attribute, outcomes: effective } });
  const found = simultaneousIntervals(weighed ?? [], { ...settings, effectiveSizes: effective !== null });
  const intervals = comparisons === null ? { ...found, reason: withoutLabelsReason } : found;
  const point = judgePoint(gap, limit);
  const decision = judgeEvidence({ gap, evidence: intervals }, limit);
  const { lower, upper } = intervals;
  const { minimumSupport, alpha } = settings;
  const pValue =
    lower === null ? null : limitPValue(weighed ?? [], { limit, minimumSupport, effectiveSizes: effective !== null });
  const evidence: EvidenceDecision = { ...decision, lower, upper, pValue, adjustedPValue: null };
  const undecided = evidence.verdict === "inconclusive" && lower !== null;
  return {
    metric,
    attribute,
    limit,
    rule: kind,
    value: gap.value,
    lower: kind === "point" ? null : lower,
    upper: kind === "point" ? null : upper,
    ...(kind === "point" ? point : decision),
    point,
    evidence,
    power: undecided ? evidencePower(weighed ?? [], { limit, alpha, minimumSupport }) : null,
  };
}

/** Returns the rules with p-values adjusted for there being several. */
export function withAdjustedRules(rules: readonly RuleReport[]): RuleReport[] {
  const adjusted = holmAdjusted(rules.map(({ evidence }) => evidence.pValue));
  return rules.map((rule, i) => ({ ...rule, evidence: { ...rule.evidence, adjustedPValue: adjusted[i]! } }));
}

function effectiveOutcomes({ outcomes, extras }: AttributeCounts): OutcomeCounts | null {
  if (outcomes === null || extras?.squares === undefined) return null;
  return effectiveCounts({ outcomes, squares: extras.squares });
}

/** The comparisons whose largest gap is the rule's metric, or null where it needs labels and there are none. */
function comparisonsOf(
  { metric }: Rule,
  { attribute, positiveClass }: AttributeContext & { readonly attribute: AttributeCounts },
): Comparison[] | null {
  const { outcomes } = attribute;
  if (metric === "demographicParityDifference") return selectionComparisons(attribute.predictions);
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
