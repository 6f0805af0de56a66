import type { GateRun, GateRunVerdict } from "../../gates/gate-run.js";
import { baselineMetric, type GateFinding } from "../../gates/report-gate.js";
import type { ReportMetric } from "../../gates/report-metrics.js";
import { reportMetricDefinitions } from "../../gates/report-metric-definitions.js";
import type { Verdict } from "../../verdict/verdict.js";
import { countOf, formatGap } from "../numbers.js";
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
 * 0.8`, `no worse than the baseline in sex`. Holds no figure but the threshold.
 */
export function gateTitle(finding: GateFinding): string {
  const { metric, bound, threshold, rule } = finding;
  if (metric === baselineMetric) return gateTopic(finding);
  const side = bound === "limit" ? "at most" : "at least";
  return `${gateTopic(finding)} ${side} ${threshold}${rule === "evidence" ? " (evidence)" : ""}`;
}

/** Returns what a gate is about, without its threshold: two gates of one topic are one alert. */
export function gateTopic({ metric, attribute, subgroup, class: of }: GateFinding): string {
  if (metric === baselineMetric) return `no worse than the baseline in ${attribute}`;
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

/** Returns the reason and, where the gate is violated, the groups with their counts, as sentences. */
export function gateExplanation(finding: GateFinding): string {
  const { verdict, detail } = finding;
  const isTold = verdict === "violated" && detail !== null;
  return `${gateReason(finding)}.${isTold ? ` ${detail.endsWith(".") ? detail : `${detail}.`}` : ""}`;
}

/** Returns what came of all gates as a sentence or several. */
export function gateRunSentence({ verdict, audits, notRun }: GateRun): string {
  if (verdict === "nothing") return "No audit depends on the changed files, so no gate was checked.";
  const findings = audits.flatMap((audit) => audit.findings);
  const failed = audits.filter(({ errors }) => errors.length > 0).length;
  const blocking = (kind: Verdict) => findings.filter((found) => found.blocks && found.verdict === kind).length;
  const held = findings.filter(({ outcome }) => outcome === "pass").length;
  const waived = findings.filter(({ outcome }) => outcome === "waived").length;
  const softened = findings.filter(
    ({ outcome, blocks }) => !blocks && outcome !== "pass" && outcome !== "waived",
  ).length;
  const parts = [
    { count: failed, of: countOf(audits.length, "audit"), verb: "could not be judged as asked" },
    {
      count: blocking("violated"),
      of: countOf(findings.length, "gate"),
      verb: verbOf(blocking("violated"), "violated"),
    },
    {
      count: blocking("inconclusive"),
      of: countOf(findings.length, "gate"),
      verb: "cannot be decided with these data",
    },
    { count: waived, of: countOf(findings.length, "gate"), verb: verbOf(waived, "waived") },
    { count: softened, of: countOf(findings.length, "gate"), verb: softened === 1 ? "only warns" : "only warn" },
    { count: held, of: countOf(findings.length, "gate"), verb: held === 1 ? "holds" : "hold" },
  ].filter(({ count }) => count > 0);
  const told = parts.map(({ count, of, verb }, i) =>
    i > 0 && parts[i - 1]!.of === of ? `${count} ${verb}` : `${count} of ${of} ${verb}`,
  );
  const left = notRun.length === 0 ? "" : ` ${countOf(notRun.length, "other audit")} of the file did not run.`;
  return `${told.join(", ")}.${left}`;
}

function verbOf(count: number, what: string): string {
  return `${count === 1 ? "is" : "are"} ${what}`;
}
