import { renderBaselineJudgement, renderJson } from "@evenodds/auditor";
import { UsageError } from "@evenodds/core";
import { checkOutput, holdAgainstBaseline, readReportFile, rebaseBaseline } from "evenodds/internal";
import { resolve } from "node:path";
import type { CommandContext } from "../commands/command-context.js";
import { exitCodes } from "../exit-codes.js";

/** Flags of `evenodds baseline`. */
export interface BaselineFlags {
  readonly alpha: number;
  readonly updateBaseline?: true;
  readonly rebase?: true;
  readonly json?: true;
}

const codes = {
  pass: exitCodes.pass,
  violated: exitCodes.violated,
  inconclusive: exitCodes.inconclusive,
} as const;

/** Holds a report against a baseline, prints what is worse, and writes the baseline where that is asked for. */
export async function baselineAction(
  flags: BaselineFlags,
  call: { readonly baseline: string; readonly report: string; readonly context: CommandContext },
): Promise<void> {
  const { baseline: path, context } = call;
  const { palette, columns: width, out, log } = context.terminal;
  if (resolve(path) === resolve(call.report)) {
    throw new UsageError({ argument: "<baseline>", expected: "another file than the report", found: path });
  }
  if (flags.rebase || flags.updateBaseline) await checkOutput(path, { argument: "<baseline>", kind: "file" });
  const { report } = await readReportFile(call.report);
  if (flags.rebase) {
    await rebaseBaseline(path, report);
    log(`wrote ${path}: later models are held against this report`);
    return;
  }
  const { judgement, file, looser } = await holdAgainstBaseline(path, report, flags);
  out(flags.json ? renderJson(judgement) : renderBaselineJudgement(judgement, { width, palette }));
  if (file === "tightened") log(`wrote ${path}: it is tighter now`);
  if (looser.length > 0) log(`kept ${path}, which only tightens: ${looser.join("; ")}`);
  context.setExitCode(codes[judgement.verdict]);
}
