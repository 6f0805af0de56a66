import { classLack, findLevel, suggest, UsageError, type GroupRate } from "@evenodds/core";
import type { AttributeReport, AuditReport } from "../report/audit-report.js";
import { formatSize } from "../report/describe-gap.js";
import { allowingForClusters } from "../report/gate-report.js";
import { simultaneousIntervals, type EvidenceReport } from "../statistics/simultaneous-intervals.js";
import { formatBeside } from "../verdict/format-beside.js";
import { gatedMetricDefinitions } from "../verdict/gated-metric-definitions.js";
import { holdBack } from "../verdict/hold-back.js";
import { judgeAgainst } from "../verdict/judge-against.js";
import { judgeEvidence } from "../verdict/judge-evidence.js";
import type { Judgement } from "../verdict/verdict.js";
import { findGroup } from "./find-group.js";
import { mostRows, noValue, type GateOnReport, type JudgedPart } from "./gate-on-report.js";
import { judgeGroups, type Judged } from "./judge-groups.js";
import { allTogether, besideOthers, groupAlone, reportCounts, type ReportCounts } from "./report-counts.js";
import type { ReportGate } from "./report-gate.js";
import type { GapMetric, GroupMetric, MeasuredCounts } from "./report-metrics.js";

/** Judges a metric that is computed from the counts of a report, of each attribute or group that the gate is about. */
export function judgeCounts(definition: GapMetric | GroupMetric, of: GateOnReport): JudgedPart[] {
  const { gate, report, chosen } = of;
  if (definition.needsLabels && !report.labelled) throw noValue(gate, "true labels: name their column with ‘label’");
  const isGap = definition.kind === "gap";
  const named = isGap ? definition.takesClass : definition.needsClass;
  const positiveClass = named ? classOf(gate, { report, isNeeded: definition.needsClass }) : null;
  const judge = (attribute: AttributeReport, counts: ReportCounts, isWhole: boolean): Judged => {
    const minimumSupport = gate.minimumSupport ?? report.settings.minimumSupport;
    const counted = { counts, minimumSupport, positiveClass };
    const on = { ...of, attribute, isWhole };
    return isGap ? judgeGap(definition, counted, on) : judgeRates(definition, counted, on);
  };
  const countsOf = (attribute: AttributeReport) => reportCounts(attribute, report.classes);
  if (gate.subgroup !== undefined) {
    const { attribute, group, text } = findGroup(report.attributes, gate.subgroup);
    const counts = countsOf(attribute);
    const own = isGap ? besideOthers(counts, group) : groupAlone(counts, group);
    return [{ ...judge(attribute, own, false), attribute: attribute.name, subgroup: text, class: positiveClass }];
  }
  if (!isGap && gate.attribute === undefined) {
    const attribute = mostRows(chosen);
    const judged = judge(attribute, allTogether(countsOf(attribute)), false);
    return [{ ...judged, attribute: null, subgroup: null, class: positiveClass }];
  }
  return chosen.map((attribute) => {
    const judged = judge(attribute, countsOf(attribute), true);
    return { ...judged, attribute: attribute.name, subgroup: null, class: positiveClass };
  });
}

function classOf(
  gate: ReportGate,
  { report, isNeeded }: { readonly report: AuditReport; readonly isNeeded: boolean },
): string | null {
  const { classes, positiveClass } = report;
  if (gate.class === undefined) {
    if (positiveClass !== null || !isNeeded) return positiveClass;
    throw new UsageError({
      argument: "class",
      expected: `the class that ${gate.metric} is about`,
      found: "none",
      hint: `name it in the gate, or name the positive class of the audit; ${suggest("", classes)}`,
    });
  }
  const index = findLevel(classes, gate.class);
  if (index >= 0) return classes[index]!;
  const found = JSON.stringify(gate.class);
  throw new UsageError({
    argument: "class",
    expected: "one of the classes",
    found,
    hint: suggest(gate.class, classes),
  });
}

/** What is judged, with the attribute whose clusters and weights count. */
interface OfAttribute extends GateOnReport {
  readonly attribute: AttributeReport;
  /** Whether it is the attribute as it was audited, and no part of it. */
  readonly isWhole: boolean;
}

function judgeGap(definition: GapMetric, counted: MeasuredCounts, of: OfAttribute): Judged {
  const { gate, threshold } = of;
  const gap = definition.measure(counted);
  const { minimumSupport } = counted;
  const { outcomes } = counted.counts;
  const lack = outcomes === null ? null : classLack(outcomes, { minimumSupport });
  const detail = pairSentence(gap, counted.counts);
  if (gate.rule === "evidence") {
    const evidence = intervalsOf(definition, counted, of);
    const judged = holdBack(judgeEvidence({ gap, evidence }, threshold.threshold), lack);
    return { ...judged, value: gap.value, lower: evidence.lower, upper: evidence.upper, detail };
  }
  const judged = threshold.bound === "limit" ? judgeLimit(definition, gap, of) : judgeRatio(gap, threshold.threshold);
  return { ...holdBack(judged, lack), value: gap.value, lower: null, upper: null, detail };
}

/** Both groups with their counts, in an order that does not say which is better off: that depends on the metric. */
function pairSentence({ worst }: ReturnType<GapMetric["measure"]>, { isWeighted }: ReportCounts): string | null {
  if (worst === null) return null;
  const { label, prediction, highest, lowest } = worst;
  const rate = ({ group, k, n, rate }: GroupRate) =>
    `${rate.toFixed(3)} (${formatSize(k)} of ${formatSize(n)}${isWeighted ? " by weight" : ""}) in group ${JSON.stringify(group)}`;
  const of = label === null ? "" : `, of label ${JSON.stringify(label)}`;
  return `Prediction ${JSON.stringify(prediction)}${of}: ${rate(highest)} and ${rate(lowest)}`;
}

function judgeLimit(
  { partialIsBound }: GapMetric,
  gap: ReturnType<GapMetric["measure"]>,
  { threshold: { threshold } }: OfAttribute,
): Judgement {
  const judged = judgeAgainst(gap, threshold);
  if (partialIsBound || gap.status !== "partial" || judged.verdict !== "violated") return judged;
  return { verdict: "inconclusive", reason: `${judged.reason}, but ${gap.reason}, and a mean over fewer is no bound` };
}

/** A ratio over fewer cells is at least as large as over all. */
function judgeRatio({ status, value, reason }: ReturnType<GapMetric["measure"]>, floor: number): Judgement {
  if (value === null) return { verdict: "inconclusive", reason: `the ratio is undefined: ${reason}` };
  const text = formatBeside(value, floor);
  if (value < floor) return { verdict: "violated", reason: `${text} is below the floor ${floor}` };
  const within = `${text} is within the floor ${floor}`;
  return status === "estimated"
    ? { verdict: "pass", reason: within }
    : { verdict: "inconclusive", reason: `${within}, but ${reason}` };
}

function intervalsOf(definition: GapMetric, counted: MeasuredCounts, of: OfAttribute): EvidenceReport {
  const { attribute, isWhole, report } = of;
  const { counts, minimumSupport } = counted;
  const { gated } = definition;
  const comparisons = definition.comparisons!;
  const takesWeights = gated !== null && gatedMetricDefinitions[gated].hasEffectiveSizes && isWhole;
  const effective = takesWeights ? counts.effective : null;
  const weighed = effective === null ? counted : { ...counted, counts: { ...counts, outcomes: effective } };
  const found = simultaneousIntervals(comparisons(weighed) ?? [], {
    ...{ alpha: report.settings.alpha, minimumSupport },
    effectiveSizes: effective !== null,
    weighted: counts.isWeighted,
  });
  const clustered = attribute.clusters?.intervals ?? null;
  // Those of the report are of the whole attribute, with the audit's own minimum support.
  const isAudited = isWhole && minimumSupport === report.settings.minimumSupport;
  return allowingForClusters(found, { metric: isAudited ? gated : null, clustered });
}

function judgeRates(definition: GroupMetric, counted: MeasuredCounts, of: OfAttribute): Judged {
  const { gate, threshold, report, attribute } = of;
  const { counts, minimumSupport } = counted;
  const withoutIntervals = counts.isWeighted
    ? "rows are weighted, and the intervals need whole counts"
    : attribute.clusters !== null
      ? "those that allow for clusters exist for the equalized odds difference alone"
      : null;
  const { alpha } = report.settings;
  const { rule = "point" } = gate;
  return judgeGroups(definition.measure(counted), { ...threshold, rule, alpha, minimumSupport, withoutIntervals });
}
