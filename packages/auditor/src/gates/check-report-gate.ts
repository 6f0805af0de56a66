import { checkChoice, UsageError } from "@evenodds/core";
import { inconclusivePolicies, ruleKinds } from "../verdict/verdict.js";
import { checkDay } from "./gate-waiver.js";
import { reportMetricDefinitions } from "./report-metric-definitions.js";
import { reportMetrics, type ReportMetric, type ReportMetricDefinition } from "./report-metrics.js";
import { gateSeverities, type ReportGate } from "./report-gate.js";

/** Which of both a gate has, with its value. */
export interface Threshold {
  readonly bound: "limit" | "floor";
  readonly threshold: number;
}

/**
 * Checks a gate by itself, before there is a report, and returns its threshold. Throws {@link UsageError} for an
 * unknown metric, rule, severity or policy; for both a limit and a floor, none, or the one that the metric has not; for
 * a threshold out of range; for the evidence rule on a metric without intervals; for a minimum support or a class where
 * the metric has none; for an attribute beside a subgroup; and for a waiver without a reason or a day.
 */
export function checkReportGate(gate: ReportGate): Threshold {
  const { metric, rule, severity, onInconclusive, waiver } = gate;
  checkChoice("metric", { choice: metric, choices: reportMetrics });
  if (rule !== undefined) checkChoice("rule", { choice: rule, choices: ruleKinds });
  if (severity !== undefined) checkChoice("severity", { choice: severity, choices: gateSeverities });
  if (onInconclusive !== undefined) {
    checkChoice("onInconclusive", { choice: onInconclusive, choices: inconclusivePolicies });
  }
  const definition = reportMetricDefinitions[metric];
  const threshold = thresholdOf(gate, definition);
  checkRest(gate, definition);
  if (waiver !== undefined) {
    if (waiver.reason.trim() === "")
      throw new UsageError({ argument: "reason", expected: "why it is accepted", found: "an empty text" });
    checkDay(waiver.until, "until");
  }
  return threshold;
}

function thresholdOf({ metric, limit, floor }: ReportGate, { bounds, kind }: ReportMetricDefinition): Threshold {
  if (limit !== undefined && floor !== undefined) {
    const hint = "make two gates of it";
    throw new UsageError({ argument: "limit", expected: "either limit or floor", found: "both", hint });
  }
  const bound = limit !== undefined ? "limit" : "floor";
  const [threshold, legal] = [limit ?? floor, bounds.join(" or ")];
  if (threshold === undefined || !(bounds as readonly string[]).includes(bound)) {
    throw new UsageError({
      argument: threshold === undefined ? legal : bound,
      expected: `a ${legal} for ${metric}`,
      found: threshold === undefined ? "none" : `a ${bound}`,
      hint: (bounds as readonly string[]).includes("limit")
        ? "limit is the largest value allowed"
        : "floor is the smallest value allowed; 1 means equal",
    });
  }
  if (kind === "regression" ? threshold >= 0 && Number.isFinite(threshold) : threshold >= 0 && threshold <= 1) {
    return { bound, threshold };
  }
  const expected = kind === "regression" ? "a number from 0" : "a number from 0 to 1";
  const hint = threshold > 1 && threshold <= 100 ? `write ${threshold / 100} for ${threshold} %` : undefined;
  throw new UsageError({ argument: bound, expected, found: `${threshold}`, hint });
}

function checkRest(gate: ReportGate, definition: ReportMetricDefinition): void {
  const { metric, rule, minimumSupport, attribute, subgroup } = gate;
  const refuse = (argument: string, expected: string, found: string, hint: string): never => {
    throw new UsageError({ argument, expected, found, hint });
  };
  if (rule === "evidence" && !hasIntervals(metric)) {
    refuse("rule", `point for ${metric}`, "evidence", "there are no intervals of this metric that hold together");
  }
  const isReported = definition.kind === "reported" || definition.kind === "regression";
  if (minimumSupport !== undefined && isReported) {
    refuse("min-support", `none for ${metric}`, `${minimumSupport}`, "it is that of the audit; say it there");
  }
  if (minimumSupport !== undefined && !(Number.isFinite(minimumSupport) && minimumSupport >= 1)) {
    refuse("min-support", "a number of rows, 1 or more", `${minimumSupport}`, "0/0 is not a number");
  }
  if (gate.class !== undefined && !isAboutClass(definition)) {
    refuse("class", `none for ${metric}`, JSON.stringify(gate.class), "the metric is about all classes; leave it out");
  }
  if (attribute !== undefined && subgroup !== undefined) {
    refuse(
      "attribute",
      "either attribute or subgroup",
      "both",
      "the subgroup names its attributes; leave attribute out",
    );
  }
  if (subgroup !== undefined && isReported) {
    refuse("subgroup", `none for ${metric}`, "one", "reports have this metric of whole attributes alone");
  }
}

/** Whether the evidence rule can judge a metric: there are intervals of it that hold together. */
export function hasIntervals(metric: ReportMetric): boolean {
  const definition = reportMetricDefinitions[metric];
  if (definition.kind === "gap") return definition.comparisons !== null;
  return definition.kind === "groups" && definition.hasIntervals;
}

function isAboutClass(definition: ReportMetricDefinition): boolean {
  if (definition.kind === "gap") return definition.takesClass;
  return definition.kind === "groups" && definition.needsClass;
}
