import { join } from "node:path";
import { renderJson, renderText, taskOf, type OnInconclusive, type RuleKind } from "@evenodds/auditor";
import { UsageError, type Provider, type SplitPart } from "@evenodds/core";
import type { Command } from "commander";
import {
  auditModel,
  auditTable as auditRows,
  checkOutput,
  dataFilesOf,
  readInspected,
  writeReport,
  type TableSource,
} from "evenodds/internal";
import type { Terminal } from "../console/terminal.js";
import { auditExitCode } from "../exit-codes.js";
import { auditTable } from "../options/audit-options.js";
import type { AuditSubject } from "../options/audit-subjects.js";
import { checkOptions } from "../options/check-options.js";
import { DescribedCommand } from "../options/described-command.js";
import { checkCiFiles, writeCiFiles, type CiFiles } from "../workflows/ci-files.js";
import { runRegressionModelAudit } from "./audit-regression-model.js";
import { runRegressionAudit, type RegressionFlags } from "./audit-regression.js";
import { requestedSource } from "./audit-sources.js";
import type { CommandContext } from "./command-context.js";
import { askedKind } from "./model-output.js";

interface Flags extends RegressionFlags, CiFiles {
  readonly split: SplitPart | "all";
  readonly maxGap?: number;
  readonly requireGate?: true;
  readonly rule: RuleKind;
  readonly sensitive?: string[];
  readonly positive?: string;
  readonly minSupport: number;
  readonly draws: number;
  readonly alpha: number;
  readonly seed: number;
  readonly nonFinite: "error" | "exclude";
  readonly onInconclusive: OnInconclusive;
  readonly provider: Provider;
  readonly threads?: number;
  readonly cluster?: string;
  readonly resolution?: number;
  readonly json?: true;
  readonly out?: string;
}

/** `evenodds audit`: runs a model on a graph and says whether it holds equalized odds. */
export function auditCommand(context: CommandContext): Command {
  const { terminal, setExitCode } = context;
  const command = new DescribedCommand(auditTable);
  return command.action(async (model: string | undefined, graph: string | undefined, flags: Flags) => {
    checkGate(flags, { model });
    if (model === undefined && flags.regression) return runRegressionAudit(flags, context);
    const source = requestedSource(flags);
    const outputKind = askedKind(flags);
    const inspected = source === null ? await readInspected(model!) : null;
    if (inspected !== null) {
      await command.checkRead(...dataFilesOf(inspected));
      const isRegression = (inspected.description.metadata.task ?? (outputKind && taskOf(outputKind))) === "regression";
      checkOptions(command, [isRegression ? "regression" : "classifier"] satisfies AuditSubject[]);
      if (isRegression) return runRegressionModelAudit(flags, { model: inspected, graph: graph!, context });
    }
    if (flags.out !== undefined) await checkOutput(flags.out, { kind: "folder" });
    await checkCiFiles(flags, terminal);
    const { sensitive = [] } = flags;
    const report =
      source === null
        ? await auditModel(inspected!, graph!, { ...flags, outputKind })
        : await interruptible(source, terminal, (signal) => auditRows(source, { ...flags, sensitive, signal }));
    if (flags.out !== undefined) await writeReport(report, flags.out);
    const audited = model ?? (flags.predictions ?? flags.counts)?.[0] ?? flags.db;
    const written = await writeCiFiles(report, flags, { audited, out: flags.out });
    const { palette, columns: width, out, log } = terminal;
    out(flags.json ? renderJson(report) : renderText(report, { palette, width }));
    // The summary shows them itself.
    if (flags.json) report.warnings.forEach(({ message }) => log(`warning: ${message}`));
    if (report.verdict === "inconclusive" && flags.onInconclusive === "warn") {
      log("warning: the data cannot decide; --on-inconclusive warn makes the exit code 0");
    }
    if (flags.out !== undefined) log(`wrote ${join(flags.out, "report.html")}, report.md and report.json`);
    if (written.length > 0) log(`wrote ${written.join(", ")}`);
    setExitCode(auditExitCode(report));
  });
}

/** Runs `work` on a source; while a server of another database answers, Ctrl-C ends its query too. */
async function interruptible<T>(
  source: TableSource,
  { catchInterrupt }: Pick<Terminal, "catchInterrupt">,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (!("postgres" in source)) return work(undefined);
  const { signal, release } = catchInterrupt();
  try {
    return await work(signal);
  } finally {
    release();
  }
}

/**
 * Throws {@link UsageError} where a gate is required and none is given. Before a model is read, either kind of gate may
 * be right.
 */
function checkGate(
  { requireGate, maxGap, maxErrorGap, regression }: Flags,
  { model }: { readonly model: string | undefined },
): void {
  if (!requireGate || maxGap !== undefined || maxErrorGap !== undefined) return;
  const gates = model !== undefined ? "--max-gap, or --max-error-gap for a regression" : "--max-gap";
  const hint = regression ? "add --max-error-gap" : `add ${gates}`;
  throw new UsageError({ argument: "--require-gate", expected: "a gate", found: "none", hint });
}
