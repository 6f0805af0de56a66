import { writeFile } from "node:fs/promises";
import {
  baselineOf,
  judgeBaseline,
  readBaseline,
  renderBaseline,
  tightenedBaseline,
  type AuditReport,
  type Baseline,
  type BaselineJudgement,
} from "@evenodds/auditor";
import { writeFileAtomically } from "@evenodds/data";
import { readGivenFile } from "../read-given-file.js";

/** What becomes of the file. */
export interface BaselineOptions {
  /** Error probability of the judgement. Default: 0.05. */
  readonly alpha?: number | undefined;
  /** Whether the file takes the counts of the report where these are no looser. Default: false. */
  readonly updateBaseline?: boolean | undefined;
}

/** What came of it. */
export interface HeldBaseline {
  readonly judgement: BaselineJudgement;
  /** `kept`: the file is as it was; `tightened`: it holds the counts of the report now. */
  readonly file: "kept" | "tightened";
  /** Why a file that was to be updated is kept; empty where the report is the same, or nobody asked. */
  readonly looser: readonly string[];
}

/**
 * Holds the report of an audit against the baseline in a file, see `judgeBaseline` of `@evenodds/auditor`, and with
 * `updateBaseline` lets the file take its counts where no gap is larger and no group is right less often: it only
 * tightens. Worse is no error: see `judgement.verdict`.
 *
 * Throws {@link InputError} for a file that is missing or was changed by hand, and for a report on other nodes or by
 * other definitions.
 */
export async function holdAgainstBaseline(
  path: string,
  report: AuditReport,
  { alpha, updateBaseline = false }: BaselineOptions = {},
): Promise<HeldBaseline> {
  const baseline = await readBaselineFile(path);
  const judgement = judgeBaseline(baseline, report, { alpha });
  if (!updateBaseline) return { judgement, file: "kept", looser: [] };
  const { baseline: next, looser } = tightenedBaseline(baseline, report);
  if (next === null || next.sha256 === baseline.sha256) return { judgement, file: "kept", looser };
  await write(path, next);
  return { judgement, file: "tightened", looser };
}

/** Writes the baseline of a report into a file, whatever was there: for a first one, and for other nodes. */
export async function rebaseBaseline(path: string, report: AuditReport): Promise<void> {
  await write(path, baselineOf(report));
}

async function write(path: string, baseline: Baseline): Promise<void> {
  await writeFileAtomically(path, (beside) => writeFile(beside, renderBaseline(baseline)));
}

async function readBaselineFile(path: string): Promise<Baseline> {
  const ifMissing = "make it with ‘rebase’ and commit it";
  const bytes = await readGivenFile(path, { expected: "a baseline to read", ifMissing });
  return readBaseline(bytes.toString("utf8"), path);
}
