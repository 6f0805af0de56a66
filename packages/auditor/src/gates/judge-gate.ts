import { classLack, findLevel, suggest, UsageError, type GroupRate } from "@evenodds/core";
import type { AttributeReport, AuditReport } from "../report/audit-report.js";
import { formatSize } from "../report/describe-gap.js";
import { allowingForClusters } from "../report/gate-report.js";
import type { RegressionReport } from "../report/regression-report.js";
import { simultaneousIntervals, type EvidenceReport } from "../statistics/simultaneous-intervals.js";
import { formatBeside } from "../verdict/format-beside.js";
import { gatedMetricDefinitions } from "../verdict/gated-metric-definitions.js";
import { holdBack } from "../verdict/hold-back.js";
import { judgeAgainst } from "../verdict/judge-against.js";
import { judgeEvidence } from "../verdict/judge-evidence.js";
import type { Judgement, OnInconclusive } from "../verdict/verdict.js";
import { isBlocking } from "../verdict/worst-verdict.js";
import { checkReportGate, type Threshold } from "./check-report-gate.js";
import { findAttribute, findGroup } from "./find-group.js";
import { isExpired } from "./gate-waiver.js";
import { judgeGroups, type Judged } from "./judge-groups.js";
import { allTogether, besideOthers, groupAlone, reportCounts, type ReportCounts } from "./report-counts.js";
import type { GateFinding, GroupPart, ReportGate } from "./report-gate.js";
import { reportMetricDefinitions } from "./report-metric-definitions.js";
import type { GapMetric, GroupMetric, MeasuredCounts, ReportedGroupMetric } from "./report-metrics.js";

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

/** A gate with the threshold that it was checked for. */
interface Checked {
  readonly gate: ReportGate;
  readonly threshold: Threshold;
}

/** What came of a gate, and what it was about. */
interface About extends Judged {
  readonly attribute: string | null;
  readonly subgroup: string | null;
  readonly class: string | null;
}

function asFinding(
  found: About,
  of: Checked & { readonly report: AuditReport | RegressionReport; readonly expired: boolean },
): GateFinding {
  const { gate, threshold, report, expired } = of;
  const { metric, severity = "error", waiver } = gate;
  const { settings, stability } = report;
  const onInconclusive: OnInconclusive = gate.onInconclusive ?? settings.onInconclusive;
  const varies = stability !== undefined && "flips" in stability && stability.flips;
  const { verdict, reason } = varies ? unstable(found) : found;
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

/** A report has the counts of one run, so nothing says what the same gate would say of another. */
function unstable({ reason }: Judgement): Judgement {
  return { verdict: "inconclusive", reason: `${reason}, but predictions differ when the model runs again` };
}

function judgeRegression({ attributes }: RegressionReport, { gate, threshold }: Checked): About[] {
  if (gate.metric !== "meanErrorGap") {
    throw new UsageError({
      argument: "metric",
      expected: "meanErrorGap, the metric of a regression",
      found: gate.metric,
      hint: "the other metrics are about classes",
    });
  }
  const chosen = gate.attribute === undefined ? attributes : [findAttribute(attributes, gate.attribute)];
  return chosen.map(({ name, meanError }) => ({
    ...judgeAgainst(meanError, threshold.threshold),
    ...{ value: meanError.value, lower: null, upper: null },
    ...{ attribute: name, subgroup: null, class: null },
  }));
}

function judgeClassifier(report: AuditReport, of: Checked): About[] {
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

function noValue({ metric }: ReportGate, lack: string): UsageError {
  return new UsageError({
    argument: "metric",
    expected: `${metric} in the report`,
    found: "none",
    hint: `it needs ${lack}`,
  });
}

/** What a report is judged by, with the attributes that the gate leaves open. */
interface OfReport extends Checked {
  readonly report: AuditReport;
  readonly chosen: readonly AttributeReport[];
}

function judgeReportedGroups(definition: ReportedGroupMetric, of: OfReport): About[] {
  const { gate, threshold, report, chosen } = of;
  const { settings, attributes } = report;
  const on = {
    ...threshold,
    rule: "point" as const,
    alpha: settings.alpha,
    minimumSupport: gate.minimumSupport ?? settings.minimumSupport,
    withoutIntervals: null,
  };
  const figuresOf = (attribute: AttributeReport) => {
    const found = definition.find(attribute);
    if (found === null) throw noValue(gate, definition.lack);
    return found;
  };
  const { subgroup } = gate;
  if (subgroup !== undefined) {
    const found = findGroup(attributes, subgroup);
    const { byGroup } = figuresOf(found.attribute);
    const own = byGroup.slice(found.group, found.group + 1).map((one) => ({ ...one, fraction: null }));
    return [{ ...judgeGroups(own, on), attribute: found.attribute.name, subgroup: found.text, class: null }];
  }
  if (gate.attribute === undefined) {
    const widest = mostRows(chosen);
    const { overall } = figuresOf(widest);
    const all = [{ group: "all rows", n: widest.rows.used, fraction: null, value: overall }];
    return [{ ...judgeGroups(all, on), attribute: null, subgroup: null, class: null }];
  }
  return chosen.map((attribute) => {
    const groups = figuresOf(attribute).byGroup.map((one) => ({ ...one, fraction: null }));
    return { ...judgeGroups(groups, on), attribute: attribute.name, subgroup: null, class: null };
  });
}

/** Attributes leave out rows that lack them: all rows are those of the one that leaves out the fewest. */
function mostRows(attributes: readonly AttributeReport[]): AttributeReport {
  return attributes.reduce((most, one) => (one.rows.used > most.rows.used ? one : most));
}

function judgeCounts(definition: GapMetric | GroupMetric, of: OfReport): About[] {
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
    const { attribute, group, text } = subgroupOf(report, gate.subgroup);
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

function subgroupOf({ attributes }: AuditReport, parts: readonly GroupPart[]) {
  return findGroup(attributes, parts);
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
interface OfAttribute extends OfReport {
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
