import { isEvenoddsError } from "@evenodds/core";
import type { AuditReport } from "../report/audit-report.js";
import type { RegressionReport } from "../report/regression-report.js";
import { judgeGate } from "./judge-gate.js";
import type { GateFinding, ReportGate } from "./report-gate.js";

/** Every verdict on all gates of a run, the worst first; `nothing` where no audit was asked for. */
export const gateRunVerdicts = ["error", "violated", "inconclusive", "pass", "nothing"] as const;
export type GateRunVerdict = (typeof gateRunVerdicts)[number];

/** One audit with what came of its gates. Plain JSON. */
export interface GatedAudit {
  readonly name: string;
  /** The model or the table, as it was named: build servers show findings there. */
  readonly file: string;
  /** Such as `model.onnx on nba`; null where there is no report. */
  readonly subject: string | null;
  /** The page of its full report, beside the page of the gates; null where none was written. */
  readonly report: string | null;
  readonly findings: readonly GateFinding[];
  /** Why it could not run, or why gates of it cannot be judged; empty where all is well. */
  readonly errors: readonly string[];
}

/** Everything that came of several audits and their gates. Plain JSON: equal input gives equal bytes. */
export interface GateRun {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  /** The file that the gates stand in, as it was named. */
  readonly file: string;
  /** The day on which waivers were judged; null where nobody said it. */
  readonly today: string | null;
  readonly verdict: GateRunVerdict;
  readonly audits: readonly GatedAudit[];
  /** Names of audits of the file that were not asked for. */
  readonly notRun: readonly string[];
}

/**
 * Judges a finished report by several gates. A gate that is wrong or matches nothing is an error of its own, and the
 * others are judged all the same. `nameGate` says what a gate is called in messages.
 */
export function judgeGates(
  report: AuditReport | RegressionReport,
  gates: readonly ReportGate[],
  {
    today,
    nameGate = (index) => `gates.${index}`,
  }: { readonly today?: string | undefined; readonly nameGate?: (index: number) => string } = {},
): Pick<GatedAudit, "findings" | "errors"> {
  const findings: GateFinding[] = [];
  const errors: string[] = [];
  gates.forEach((gate, index) => {
    try {
      for (const finding of judgeGate(report, gate, { today })) findings.push(finding);
    } catch (error) {
      if (!isEvenoddsError(error)) throw error;
      errors.push(`${nameGate(index)}: ${error.message}`);
    }
  });
  return { findings, errors };
}

/**
 * Returns the worst of what came of all audits: `error` before `violated`, because nothing is known of what did not
 * run, `violated` before `inconclusive`, and `pass` where nothing blocks.
 */
export function gateRunVerdict(audits: readonly Pick<GatedAudit, "findings" | "errors">[]): GateRunVerdict {
  if (audits.length === 0) return "nothing";
  if (audits.some(({ errors }) => errors.length > 0)) return "error";
  const blocking = audits.flatMap(({ findings }) => findings).filter(({ blocks }) => blocks);
  return gateRunVerdicts.find((verdict) => blocking.some((found) => found.verdict === verdict)) ?? "pass";
}
