import {
  classLack,
  effectiveCounts,
  largestGap,
  type Comparisons,
  type Disparity,
  type OutcomeCounts,
} from "@evenodds/core";
import { holmAdjusted } from "../statistics/holm-adjusted.js";
import { limitPValue } from "../statistics/limit-p-value.js";
import { evidencePower } from "../statistics/evidence-power.js";
import type { ClusterIntervalReport } from "../statistics/cluster/cluster-intervals.js";
import { simultaneousIntervals, type EvidenceReport } from "../statistics/simultaneous-intervals.js";
import { gatedMetricDefinitions } from "../verdict/gated-metric-definitions.js";
import { holdBack } from "../verdict/hold-back.js";
import { holdUncounted } from "../verdict/hold-uncounted.js";
import { holdUnstable } from "../verdict/hold-unstable.js";
import { ruleDefinitions } from "../verdict/rule-definitions.js";
import { ruleKinds, type Judgement, type Gate, type RuleKind } from "../verdict/verdict.js";
import { isWeighted, type AttributeContext, type AttributeCounts } from "./attribute-report.js";
import type { EvidenceDecision, RuleDecisions, GateReport } from "./audit-report.js";
import { withoutLabelsReason } from "./metrics.js";

/**
 * Returns what comes of a gate: by the measured gap and by its intervals, whichever of the two rules decides. The gate
 * must have been checked by `checkGates`. The p-value is not adjusted yet, see `withAdjustedGates`.
 */
export function gateReport(
  gate: Gate,
  on: AttributeContext & {
    readonly attribute: AttributeCounts;
    /**
     * Intervals that allow for clusters, where the audit was asked for them: the evidence rule then takes no others.
     */
    readonly clustered: ClusterIntervalReport | null;
  },
): GateReport {
  const { metric, attribute, limit, rule } = gate;
  const { settings } = on;
  const comparisons = comparisonsOf(gate, on);
  const gap: Pick<Disparity, "status" | "value" | "reason"> =
    comparisons === null
      ? { status: "undefined", value: null, reason: withoutLabelsReason }
      : largestGap(comparisons, settings);
  const effective = gatedMetricDefinitions[metric].hasEffectiveSizes ? effectiveOutcomes(on.attribute) : null;
  const weighed =
    effective === null
      ? comparisons
      : comparisonsOf(gate, { ...on, attribute: { ...on.attribute, outcomes: effective } });
  const found = simultaneousIntervals(weighed ?? [], {
    ...settings,
    effectiveSizes: effective !== null,
    weighted: isWeighted(on.attribute),
  });
  const intervals =
    comparisons === null
      ? { ...found, reason: withoutLabelsReason }
      : allowingForClusters(found, { metric, clustered: on.clustered });
  const { outcomes } = on.attribute;
  const lack = outcomes === null ? null : classLack(outcomes, settings);
  const judgedBy = (one: RuleKind) => ruleDefinitions[one].judge({ gap, evidence: intervals }, limit);
  const judged = judgedBy("evidence");
  const { excluded } = on.attribute.predictions;
  const hold = (one: Judgement) => holdUncounted(holdBack(one, lack), excluded);
  const decision = hold(judged);
  const { lower, upper } = intervals;
  const { minimumSupport, alpha } = settings;
  // Both take rows as independent.
  const independent = on.clustered === null;
  const pValue =
    lower === null || !independent || lack?.kind === "one-class"
      ? null
      : limitPValue(weighed ?? [], { limit, minimumSupport, effectiveSizes: effective !== null });
  const evidence: EvidenceDecision = { ...decision, lower, upper, pValue, adjustedPValue: null };
  const decisions: RuleDecisions = { point: hold(judgedBy("point")), evidence };
  const { verdict, reason }: Judgement = decisions[rule];
  const { comparesBounds } = ruleDefinitions[rule];
  // Where a class has no rows, larger cells of another one do not help.
  const undecided = judged.verdict === "inconclusive" && decision === judged && lower !== null && independent;
  return {
    metric,
    attribute,
    limit,
    rule,
    value: gap.value,
    lower: comparesBounds ? lower : null,
    upper: comparesBounds ? upper : null,
    verdict,
    reason,
    ...decisions,
    power: undecided ? evidencePower(weighed ?? [], { limit, alpha, minimumSupport }) : null,
  };
}

/** Returns the gates with p-values adjusted for there being several. */
export function withAdjustedGates(gates: readonly GateReport[]): GateReport[] {
  const adjusted = holmAdjusted(gates.map(({ evidence }) => evidence.pValue));
  return gates.map((gate, i) => ({ ...gate, evidence: { ...gate.evidence, adjustedPValue: adjusted[i]! } }));
}

/**
 * Returns gates as far as the same gates by the predictions of other runs bear them out, under each rule by itself: see
 * {@link holdUnstable}. P-values must not be adjusted yet.
 */
export function heldGates(
  gates: readonly GateReport[],
  others: readonly { readonly run: string; readonly gates: readonly GateReport[] }[],
): GateReport[] {
  return gates.map((gate, i) => {
    const held = ruleKinds.reduce<GateReport>((one, rule) => {
      const found = others.map(({ run, gates: own }) => ({ run, verdict: own[i]![rule].verdict }));
      return { ...one, [rule]: { ...gate[rule], ...holdUnstable(gate[rule], found) } };
    }, gate);
    const { verdict, reason } = held[gate.rule];
    if (held.evidence.reason === gate.evidence.reason) return { ...held, verdict, reason };
    // Neither a p-value nor larger cells say what another run would.
    return { ...held, verdict, reason, evidence: { ...held.evidence, pValue: null }, power: null };
  });
}

/**
 * Returns the wider of both kinds of intervals; none where those that allow for clusters do not exist, as for a metric
 * that is none of the gated ones (null).
 */
export function allowingForClusters(
  found: EvidenceReport,
  { metric, clustered }: { readonly metric: Gate["metric"] | null; readonly clustered: ClusterIntervalReport | null },
): EvidenceReport {
  if (clustered === null || found.lower === null || found.upper === null) return found;
  const without = (reason: string) => ({ ...found, lower: null, upper: null, reason });
  if (metric === null || !gatedMetricDefinitions[metric].hasClusterIntervals) {
    return without("intervals that allow for clusters exist for the equalized odds difference alone");
  }
  const { lower, upper, reason } = clustered;
  if (lower === null || upper === null) return without(reason ?? "clusters tell nothing");
  return { ...found, lower: Math.min(found.lower, lower), upper: Math.max(found.upper, upper) };
}

function effectiveOutcomes({ outcomes, extras }: AttributeCounts): OutcomeCounts | null {
  if (outcomes === null || extras?.squares === undefined) return null;
  return effectiveCounts({ outcomes, squares: extras.squares });
}

function comparisonsOf(
  { metric }: Gate,
  { attribute, positiveClass }: AttributeContext & { readonly attribute: AttributeCounts },
): Comparisons | null {
  const { outcomes, predictions } = attribute;
  return gatedMetricDefinitions[metric].comparisons({ outcomes, predictions, positiveClass });
}
