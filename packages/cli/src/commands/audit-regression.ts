import { join } from "node:path";
import {
  renderJson,
  renderRegressionText,
  type OnInconclusive,
  type Provider,
  type RegressionReport,
} from "@evenodds/auditor";
import { UsageError, type LabelBins, type SplitPart } from "@evenodds/core";
import { InvalidArgumentError, type Command } from "commander";
import { parseCount, parseNumber } from "../console/parse-number.js";
import { auditExitCode } from "../exit-codes.js";
import { auditRegressionTable, type RegressionAudit } from "../workflows/audit-regression.js";
import { checkOutput } from "../workflows/check-output.js";
import { writeRegressionReport } from "../workflows/write-report.js";
import { requestedAttributes, requestedSource, type SourceFlags } from "./audit-sources.js";
import type { CommandContext } from "./command-context.js";
import type { TaskFlags } from "./model-task.js";

/** Flags of an audit of a regression. */
export interface RegressionFlags extends SourceFlags, TaskFlags {
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
  readonly nonFinite: "error" | "exclude";
  readonly provider: Provider;
  readonly threads?: number;
}

/** Adds the flags of an audit of a regression. */
export function addRegressionOptions(command: Command): Command {
  return command
    .optionsGroup("Audit of a regression instead of a classifier:")
    .option("--regression", "label and prediction are numbers: compare errors within bins of the label")
    .option(
      "--label-bins <bins>",
      "number of bins of about equal size, or borders such as 0,10,20 (default: 4)",
      parseBins,
    )
    .option("--max-error-gap <limit>", "gate: largest gap in mean error, in the unit of the label", parseLimit);
}

/** Flags of `audit` that have a meaning for a table of a regression. */
const meaningful = new Set([
  ...["regression", "labelBins", "maxErrorGap", "sensitive", "cross", "minSupport", "draws", "seed", "onInconclusive"],
  ...[
    "requireGate",
    "json",
    "out",
    "predictions",
    "attributes",
    "labels",
    "id",
    "unmatched",
    "sql",
    "db",
    "sqlFiles",
    "label",
  ],
  ...["prediction", "bins", "missing", "postgres", "counts", "countColumn"],
]);

/** Audits a table of a regression and prints its report. */
export async function runRegressionAudit(
  flags: RegressionAuditFlags,
  { command, context }: { readonly command: Command; readonly context: CommandContext },
): Promise<void> {
  const { label, prediction, seed } = flags;
  refuseForeign(command, meaningful);
  checkErrorGate(flags);
  if (label === undefined || prediction === undefined) {
    const argument = label === undefined ? "--label" : "--prediction";
    throw new UsageError({ argument, expected: "a column of numbers", found: "none" });
  }
  const source = requestedSource(flags);
  if (source === null || "postgres" in source || "counts" in source) {
    throw new UsageError({
      argument: "--regression",
      expected: "--predictions, or --sql in DuckDB: an audit of a regression reads rows",
      found: source === null ? "no table" : "postgres" in source ? "--postgres" : "--counts",
    });
  }
  if (flags.out !== undefined) await checkOutput(flags.out, { kind: "folder" });
  const report = await auditRegressionTable({
    source,
    rows: { sensitive: requestedAttributes(flags, flags.sensitive ?? []), crossed: flags.cross, label, prediction },
    labelBins: flags.labelBins ?? {},
    seed,
    settings: regressionSettings(flags),
  });
  await reportRegression(report, flags, context);
}

/** Returns the settings that the flags name. */
export function regressionSettings(flags: RegressionAuditFlags): RegressionAudit["settings"] {
  const { minSupport: minimumSupport, draws, maxErrorGap = null, onInconclusive } = flags;
  return { minimumSupport, draws, maxErrorGap, onInconclusive };
}

/** Prints a report, writes its files where they are asked for, and sets the exit code. */
export async function reportRegression(
  report: RegressionReport,
  flags: RegressionAuditFlags,
  { terminal, setExitCode }: CommandContext,
): Promise<void> {
  if (flags.out !== undefined) await writeRegressionReport(report, flags.out);
  const { palette, columns: width, out, log } = terminal;
  out(flags.json ? renderJson(report) : renderRegressionText(report, { palette, width }));
  if (flags.json) report.warnings.forEach(({ message }) => log(`warning: ${message}`));
  if (report.verdict === "inconclusive" && flags.onInconclusive === "warn") {
    log("warning: the data cannot decide; --on-inconclusive warn makes the exit code 0");
  }
  if (flags.out !== undefined) log(`wrote ${join(flags.out, "report.html")}, report.md and report.json`);
  setExitCode(auditExitCode(report));
}

/** Throws {@link UsageError} where a gate is required and none is given. */
function checkErrorGate({ requireGate, maxErrorGap }: RegressionAuditFlags): void {
  if (!requireGate || maxErrorGap !== undefined) return;
  throw new UsageError({ argument: "--require-gate", expected: "a gate", found: "none", hint: "add --max-error-gap" });
}

/** Throws {@link UsageError} for the first flag on the command line that is not among `meaningful`. */
export function refuseForeign(command: Command, meaningful: ReadonlySet<string>): void {
  const foreign = command.options.find((option) => {
    const name = option.attributeName();
    return !meaningful.has(name) && command.getOptionValueSource(name) === "cli";
  });
  if (foreign === undefined) return;
  throw new UsageError({
    argument: foreign.long ?? foreign.flags,
    expected: "flags of an audit of a regression",
    found: "one that is meant for classifiers",
    hint: foreign.long === "--max-gap" ? "the gate of a regression is --max-error-gap" : "leave it out",
  });
}

/** Throws {@link UsageError} for the first flag of an audit of a regression that was given for a classifier's table or model. */
export function refuseRegressionFlags(command: Command, { subject }: { readonly subject: "table" | "model" }): void {
  const flag = ["labelBins", "maxErrorGap"].find((name) => command.getOptionValueSource(name) === "cli");
  if (flag === undefined) return;
  throw new UsageError({
    argument: flag === "labelBins" ? "--label-bins" : "--max-error-gap",
    expected: subject === "table" ? "--regression" : "a model that is a regression",
    found: subject === "table" ? "an audit of a classifier" : "a classifier",
  });
}

function parseBins(text: string): LabelBins {
  if (!text.includes(",")) {
    const bins = parseCount(text);
    if (bins >= 1) return { bins };
    throw new InvalidArgumentError("It must be a number of bins from 1, or ascending borders such as 0,10,20.");
  }
  const edges = text.split(",").map(parseNumber);
  if (edges.every((edge, i) => i === 0 || edges[i - 1]! < edge)) return { edges };
  throw new InvalidArgumentError("It must be ascending borders such as 0,10,20.");
}

function parseLimit(text: string): number {
  const limit = parseNumber(text);
  if (limit >= 0) return limit;
  throw new InvalidArgumentError("It must be a number from 0.");
}
