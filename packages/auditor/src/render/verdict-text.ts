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

/** What reports of every kind say of a limit. */
export interface JudgedGate {
  readonly metric: GatedMetric | RegressionGateReport["metric"];
  readonly attribute: string;
  readonly verdict: Verdict;
  readonly reason: string;
}

/** What reports of every kind say of all limits together. */
export interface JudgedReport {
  readonly verdict: RunVerdict;
  readonly rules: readonly JudgedGate[];
  readonly warnings: readonly ReportWarning[];
}

/**
 * Returns the verdict as a sentence: with one rule what that rule found, with several how many of them say so.
 * Renderers list the rules only where there are several. What misleads a reader of the verdict alone follows it.
 */
export function verdictSentence(report: JudgedReport): string {
  return `${ruleSentence(report)}${verdictWarning(report)}`;
}

/** Returns the warnings that belong beside a verdict as sentences to put behind it, or an empty text. */
export function verdictWarning({ warnings }: Pick<JudgedReport, "warnings">): string {
  const found = warnings.filter(({ code }) => verdictWarningCodes.includes(code));
  return found.map(({ message }) => ` Warning: ${message}.`).join("");
}

function ruleSentence({ verdict, rules }: JudgedReport): string {
  const [only] = rules;
  const share = `${rules.filter((rule) => rule.verdict === verdict).length} of ${rules.length} rules`;
  const found = only !== undefined && rules.length === 1 ? capitalized(`${gateFinding(only)}.`) : null;
  switch (verdict) {
    case "pass":
      return found ?? `All ${rules.length} rules hold.`;
    case "violated":
      return found ?? `Violated: ${share}.`;
    case "inconclusive":
      return `${found ?? `Not to be decided with these data: ${share}.`} This is not a pass.`;
    case "no-gate":
      return "No gate configured: without a limit nothing can pass or fail.";
  }
}

/** Names of the metrics that a rule can limit. */
export const metricNames: Readonly<Record<JudgedGate["metric"], string>> = {
  equalizedOddsDifference: "equalized odds difference",
  equalOpportunityDifference: "equal opportunity difference",
  diagonalRecallGap: "diagonal recall gap",
  demographicParityDifference: "demographic parity difference",
  meanErrorGap: "gap in mean error",
};

/** Returns what one rule found: `equalized odds difference of gender: 0.175 is above the limit 0.1`. */
export function gateFinding({ metric, attribute, reason }: JudgedGate): string {
  return `${metricNames[metric]} of ${attribute}: ${reason}`;
}

/** Returns what each rule found, where there are several. */
export function gateFindings({ rules }: JudgedReport): { readonly verdict: Verdict; readonly finding: string }[] {
  return rules.length < 2 ? [] : rules.map((rule) => ({ verdict: rule.verdict, finding: gateFinding(rule) }));
}

/** Returns a sentence with a capital at its start. */
export function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
