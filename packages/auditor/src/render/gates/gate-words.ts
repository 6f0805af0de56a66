import type { GateRun, GateRunVerdict } from "../../gates/gate-run.js";
import type { GateFinding } from "../../gates/report-gate.js";
import type { ReportMetric } from "../../gates/report-metrics.js";
import { reportMetricDefinitions } from "../../gates/report-metric-definitions.js";
import { formatGap } from "../numbers.js";
import { metricNames } from "../verdict-text.js";

/** Verdicts on all gates together, as they stand at the head of every format. */
export const gateRunWords: Readonly<Record<GateRunVerdict, string>> = {
  error: "ERROR",
  violated: "VIOLATED",
  inconclusive: "INCONCLUSIVE",
  pass: "PASS",
  nothing: "NOTHING CHECKED",
};

const shortened: Readonly<Partial<Record<ReportMetric, string>>> = {
  auc: "AUC",
  aucDifference: "AUC difference",
  brier: "Brier score",
  brierDifference: "Brier score difference",
  calibration: "calibration error",
  calibrationDifference: "calibration error difference",
  f1Macro: "macro F1",
  f1Weighted: "weighted F1",
};

/** Returns a metric in words: `equalized odds difference`. */
export function metricWords(metric: ReportMetric): string {
  const known: Readonly<Partial<Record<ReportMetric, string>>> = { ...metricNames, ...shortened };
  return known[metric] ?? metric.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/**
 * Returns what a gate asks for: `equalized odds difference of sex at most 0.1`, `accuracy of each group of sex at least
 * 0.8`. Holds no figure but the threshold.
 */
export function gateTitle(finding: GateFinding): string {
  const { bound, threshold, rule } = finding;
  const side = bound === "limit" ? "at most" : "at least";
  return `${gateTopic(finding)} ${side} ${threshold}${rule === "evidence" ? " (evidence)" : ""}`;
}

/** Returns what a gate is about, without its threshold: two gates of one topic are one alert. */
export function gateTopic({ metric, attribute, subgroup, class: of }: GateFinding): string {
  const { kind } = reportMetricDefinitions[metric];
  const isOfGroups = kind === "groups" || kind === "reported groups";
  const where =
    subgroup !== null
      ? isOfGroups
        ? ` of ${subgroup}`
        : ` of ${subgroup} beside all others`
      : attribute === null
        ? " of all rows"
        : isOfGroups
          ? ` of each group of ${attribute}`
          : ` of ${attribute}`;
  return `${metricWords(metric)}${of === null ? "" : ` of class ${JSON.stringify(of)}`}${where}`;
}

/** Returns the value of a gate as far as it has to be seen beside its threshold, `undefined` without one. */
export function gateValue({ value, threshold }: GateFinding): string {
  return formatGap(value, threshold);
}

/** Returns what came of a gate in a word or two: `violated (warning)`, `waived`. */
export function gateOutcome({ outcome, blocks }: GateFinding): string {
  return outcome === "pass" || outcome === "waived" || blocks ? outcome : `${outcome} (warning)`;
}

/** Returns why a gate came to its verdict, with what is known of its waiver. */
export function gateReason({ reason, waiver, outcome }: GateFinding): string {
  if (waiver === null) return reason;
  if (outcome === "waived") return `${reason}; waived until ${waiver.until}: ${waiver.reason}`;
  const { until } = waiver;
  if (waiver.isExpired) return `${reason}; its waiver ended on ${until} (${waiver.reason}): take it out`;
  return `${reason}; its waiver until ${until} is not needed (${waiver.reason})`;
}

/** Returns what came of all gates as a sentence or several. */
export function gateRunSentence({ verdict, audits, notRun }: GateRun): string {
  if (verdict === "nothing") return "No audit was asked for, so no gate was checked.";
  const findings = audits.flatMap((audit) => audit.findings);
  const failed = audits.filter(({ errors }) => errors.length > 0).length;
  const blocking = (kind: string) => findings.filter((found) => found.blocks && found.verdict === kind).length;
  const of = `${counted(findings.length, "gate")} of ${counted(audits.length, "audit")}`;
  const parts = [
    ...(failed === 0 ? [] : [`${counted(failed, "audit")} could not be judged as asked`]),
    ...(blocking("violated") === 0 ? [] : [`${blocking("violated")} violated`]),
    ...(blocking("inconclusive") === 0 ? [] : [`${blocking("inconclusive")} that the data cannot decide`]),
  ];
  const waived = findings.filter(({ outcome }) => outcome === "waived").length;
  const warned = findings.filter(({ outcome, blocks }) => !blocks && outcome !== "pass" && outcome !== "waived").length;
  const soft = [
    ...(waived === 0 ? [] : [`${waived} waived`]),
    ...(warned === 0 ? [] : [`${warned} only ${warned === 1 ? "a warning" : "warnings"}`]),
  ];
  const noted = soft.length === 0 ? "" : `; ${soft.join(", ")}`;
  const head = parts.length === 0 ? `Nothing blocks among ${of}` : `${parts.join(", ")}, of ${of}`;
  const left = notRun.length === 0 ? "" : ` ${counted(notRun.length, "other audit")} of the file did not run.`;
  return `${head.charAt(0).toUpperCase()}${head.slice(1)}${noted}.${left}`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
