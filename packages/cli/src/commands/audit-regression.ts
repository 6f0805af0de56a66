import { join } from "node:path";
import { renderJson, renderRegressionText, type OnInconclusive } from "@evenodds/auditor";
import { UsageError, type LabelBins } from "@evenodds/core";
import { InvalidArgumentError, type Command } from "commander";
import { parseCount, parseNumber } from "../console/parse-number.js";
import { auditExitCode } from "../exit-codes.js";
import { auditRegressionTable } from "../workflows/audit-regression.js";
import { checkOutput } from "../workflows/check-output.js";
import { writeRegressionReport } from "../workflows/write-report.js";
import { requestedAttributes, requestedSource, type SourceFlags } from "./audit-sources.js";
import type { CommandContext } from "./command-context.js";

/** Flags of an audit of a regression. */
export interface RegressionFlags extends SourceFlags {
  readonly regression?: true;
  readonly labelBins?: LabelBins;
  readonly maxErrorGap?: number;
}

/** The flags of every audit that this one takes too. */
interface Flags extends RegressionFlags {
  readonly sensitive?: string[];
  readonly requireGate?: true;
  readonly minSupport: number;
  readonly draws: number;
  readonly seed: number;
  readonly onInconclusive: OnInconclusive;
  readonly json?: true;
  readonly out?: string;
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

/** Flags of `audit` that have a meaning here, besides those with one for every table. */
const meaningful = new Set([
  ...["regression", "labelBins", "maxErrorGap", "sensitive", "cross", "minSupport", "draws", "seed", "onInconclusive"],
  ...["requireGate", "json", "out", "predictions", "attributes", "labels", "id", "unmatched", "sql", "db", "label"],
  ...["prediction", "bins", "missing", "postgres", "counts", "countColumn"],
]);

/** Audits a regression and prints its report. */
export async function runRegressionAudit(
  flags: Flags,
  {
    command,
    model,
    context,
  }: { readonly command: Command; readonly model: string | undefined; readonly context: CommandContext },
): Promise<void> {
  const { terminal, setExitCode } = context;
  const { label, prediction, seed, maxErrorGap = null } = flags;
  checkFlags(command, { model, regression: flags.regression === true });
  if (flags.requireGate && maxErrorGap === null) {
    throw new UsageError({
      argument: "--require-gate",
      expected: "a gate",
      found: "none",
      hint: "add --max-error-gap",
    });
  }
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
    settings: {
      minimumSupport: flags.minSupport,
      draws: flags.draws,
      maxErrorGap,
      onInconclusive: flags.onInconclusive,
    },
  });
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

/** Whether a command line asks for an audit of a regression, rightly or not. */
export function isRegressionAudit({ regression, labelBins, maxErrorGap }: RegressionFlags): boolean {
  return regression === true || labelBins !== undefined || maxErrorGap !== undefined;
}

function checkFlags(
  command: Command,
  { model, regression }: { readonly model: string | undefined; readonly regression: boolean },
): void {
  if (!regression) {
    const argument = command.getOptionValueSource("labelBins") === "cli" ? "--label-bins" : "--max-error-gap";
    throw new UsageError({ argument, expected: "--regression", found: "an audit of a classifier" });
  }
  if (model !== undefined) {
    throw new UsageError({ argument: "--regression", expected: "a table of predictions", found: "a model" });
  }
  const foreign = command.options.find((option) => {
    const name = option.attributeName();
    return !meaningful.has(name) && command.getOptionValueSource(name) === "cli";
  });
  if (foreign === undefined) return;
  throw new UsageError({
    argument: foreign.long ?? foreign.flags,
    expected: "flags of an audit of a regression",
    found: "one that is meant for classifiers",
    hint: "leave it out",
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
