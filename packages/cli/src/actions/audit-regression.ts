import { renderJson, renderText, type NonFinite, type OnInconclusive, type RegressionReport } from "@evenodds/auditor";
import { UsageError, type LabelBins, type Provider, type SplitPart } from "@evenodds/core";
import { auditRegressionTable, checkOutput } from "evenodds/internal";
import { auditExitCode } from "../exit-codes.js";
import { requestedSource, type SourceFlags } from "./audit-sources.js";
import type { CommandContext } from "../commands/command-context.js";
import type { OutputFlags } from "./model-output.js";

/** Flags of an audit of a regression. */
export interface RegressionFlags extends SourceFlags, OutputFlags {
  readonly labelBins?: LabelBins;
  readonly maxErrorGap?: number;
}

/** With the flags of every audit that this one takes too. */
export interface RegressionAuditFlags extends RegressionFlags {
  readonly sensitive?: string[];
  readonly requireGate?: true;
  readonly minSupport: number;
  readonly draws: number;
  readonly seed: number;
  readonly onInconclusive: OnInconclusive;
  readonly json?: true;
  readonly out?: string;
  readonly split: SplitPart | "all";
  readonly nonFinite: NonFinite;
  readonly provider: Provider;
  readonly threads?: number;
}

/** Audits a table of a regression and prints its report. */
export async function runRegressionAudit(flags: RegressionAuditFlags, context: CommandContext): Promise<void> {
  const { sensitive = [], label, prediction } = flags;
  if (label === undefined || prediction === undefined) {
    const argument = label === undefined ? "--label" : "--prediction";
    throw new UsageError({ argument, expected: "a column of numbers", found: "none" });
  }
  const source = requestedSource(flags);
  // The table of options leaves no other.
  if (source === null || "postgres" in source || "counts" in source)
    throw new TypeError("a regression is read from files or in DuckDB");
  if (flags.out !== undefined) await checkOutput(flags.out, { kind: "folder" });
  const report = await auditRegressionTable(source, { ...flags, sensitive, label, prediction });
  await reportRegression(report, flags, context);
}

/** Prints a report, writes its files where they are asked for, and sets the exit code. */
export async function reportRegression(
  report: RegressionReport,
  flags: RegressionAuditFlags,
  { terminal, setExitCode }: CommandContext,
): Promise<void> {
  const fullReport =
    flags.out === undefined ? null : await (await import("./write-report.js")).writeFullReport(report, flags.out);
  const { palette, columns: width, out, log } = terminal;
  out(flags.json ? renderJson(report) : renderText(report, { palette, width }));
  if (flags.json) report.warnings.forEach(({ message }) => log(`warning: ${message}`));
  if (report.verdict === "inconclusive" && flags.onInconclusive === "warn") {
    log("warning: the data cannot decide; --on-inconclusive warn makes the exit code 0");
  }
  if (fullReport !== null) log(fullReport);
  setExitCode(auditExitCode(report));
}
