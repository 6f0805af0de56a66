import {
  baselineFindings,
  isUnsteady,
  type AuditReport,
  type GateFinding,
  type RegressionReport,
} from "@evenodds/auditor";
import { InputError, isEvenoddsError } from "@evenodds/core";
import { holdAgainstBaseline, rebaseBaseline } from "evenodds/internal";
import { flagWords } from "../options/flag-words.js";
import type { PlannedBaseline } from "./file-baseline.js";

/** What becomes of the baselines of a file. */
export interface BaselineWrites {
  readonly updateBaseline?: true;
  readonly rebase?: true;
}

/** What came of one baseline. */
export interface HeldAudit {
  readonly findings: readonly GateFinding[];
  readonly errors: readonly string[];
  /** What became of the file, where something was asked for. */
  readonly told: readonly string[];
}

/**
 * Holds the report of an audit against its baseline, which is written where that is asked for: anew, or where the
 * report is no worse. A baseline that is missing, was changed by hand, or is of other nodes is an error of the audit.
 */
export async function holdAudit(
  report: AuditReport | RegressionReport,
  { path, ...gate }: PlannedBaseline,
  { updateBaseline, rebase }: BaselineWrites,
): Promise<HeldAudit> {
  try {
    if ("kind" in report)
      return refuse("an audit of classes", "one of numbers", "a baseline holds counts; leave it out");
    if (rebase) {
      // Other counts would come of another run, and nothing would say which model is worse.
      if (isUnsteady(report)) return refuse("a model that gives the same predictions again", "one that does not");
      await rebaseBaseline(path, report);
    }
    const { judgement, file, looser } = await holdAgainstBaseline(path, report, {
      alpha: report.settings.alpha,
      updateBaseline: updateBaseline === true && !isUnsteady(report),
    });
    const told = [
      ...(rebase ? [`wrote ${path}: later models are held against this one`] : []),
      ...(file === "tightened" ? [`wrote ${path}: it is tighter now`] : []),
      ...(looser.length > 0 ? [`kept ${path}, which only tightens: ${looser.join("; ")}`] : []),
    ];
    return { findings: baselineFindings(judgement, report, gate), errors: [], told };
  } catch (error) {
    if (!isEvenoddsError(error)) throw error;
    return { findings: [], errors: [flagWords(`baseline: ${error.message}`)], told: [] };
  }
}

function refuse(expected: string, found: string, hint?: string): never {
  throw new InputError({ argument: "report", expected, found, hint });
}
