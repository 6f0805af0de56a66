import type { ReportWarning } from "../report/audit-report.js";
import { verdictWarningCodes } from "../report/prediction-warnings.js";
import type { RegressionGateReport } from "../report/regression-report.js";
import type { GatedMetric, RunVerdict, Verdict } from "../verdict/verdict.js";

export const verdictWords = {
  pass: "PASS",
  violated: "VIOLATED",
  inconclusive: "INCONCLUSIVE",
  "no-gate": "NO GATE",
} as const satisfies Record<RunVerdict, string>;

/** What reports of every kind say of a gate. */
export interface JudgedGate {
  readonly metric: GatedMetric | RegressionGateReport["metric"];
  readonly attribute: string;
  readonly verdict: Verdict;
  readonly reason: string;
}

/** What reports of every kind say of all gates together. */
export interface JudgedReport {
  readonly verdict: RunVerdict;
  readonly rules: readonly JudgedGate[];
  readonly warnings: readonly ReportWarning[];
}

/**
 * Returns the verdict as a sentence: with one gate what came of it, with several how many of them came to it.
 * Renderers list the gates only where there are several. What misleads a reader of the verdict alone follows it.
 */
export function verdictSentence(report: JudgedReport): string {
  return `${gateSentence(report)}${verdictWarning(report)}`;
}

/** Returns the warnings that belong beside a verdict as sentences to put behind it, or an empty text. */
export function verdictWarning({ warnings }: Pick<JudgedReport, "warnings">): string {
  const found = warnings.filter(({ code }) => verdictWarningCodes.includes(code));
  return found.map(({ message }) => ` Warning: ${message}.`).join("");
}

function gateSentence({ verdict, rules: gates }: JudgedReport): string {
  const [only] = gates;
  const found = gates.filter((gate) => gate.verdict === verdict).length;
  const share = `${found} of ${gates.length} gates`;
  const finding = only !== undefined && gates.length === 1 ? capitalized(`${gateFinding(only)}.`) : null;
  switch (verdict) {
    case "pass":
      return finding ?? `All ${gates.length} gates hold.`;
    case "violated":
      return finding ?? `${share} ${found === 1 ? "does" : "do"} not hold.`;
    case "inconclusive":
      return `${finding ?? `Not to be decided with these data: ${share}.`} This is not a pass.`;
    case "no-gate":
      return "No gate configured: without a limit nothing can pass or fail.";
  }
}

/** Names of the metrics that a gate can limit. */
export const metricNames: Readonly<Record<JudgedGate["metric"], string>> = {
  equalizedOddsDifference: "equalized odds difference",
  equalOpportunityDifference: "equal opportunity difference",
  diagonalRecallGap: "diagonal recall gap",
  demographicParityDifference: "demographic parity difference",
  meanErrorGap: "gap in mean error",
};

/** Returns what came of one gate: `equalized odds difference of gender: 0.175 is above the limit 0.1`. */
export function gateFinding({ metric, attribute, reason }: JudgedGate): string {
  return `${metricNames[metric]} of ${attribute}: ${reason}`;
}

/** Returns what came of each gate, where there are several. */
export function gateFindings({
  rules: gates,
}: JudgedReport): { readonly verdict: Verdict; readonly finding: string }[] {
  return gates.length < 2 ? [] : gates.map((gate) => ({ verdict: gate.verdict, finding: gateFinding(gate) }));
}

/** Returns a sentence with a capital at its start. */
export function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
