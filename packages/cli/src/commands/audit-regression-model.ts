import type { Command } from "commander";
import { auditRegressionModel } from "../workflows/audit-regression-model.js";
import { checkOutput } from "../workflows/check-output.js";
import type { InspectedModel } from "../workflows/run-model.js";
import { refuseForeign, regressionSettings, reportRegression, type RegressionAuditFlags } from "./audit-regression.js";
import type { CommandContext } from "./command-context.js";
import { askedTask } from "./model-task.js";

/** Flags of `audit` that have a meaning for a regression on a graph. */
const meaningful = new Set([
  ...["regression", "labelBins", "maxErrorGap", "sensitive", "cross", "minSupport", "draws", "seed", "onInconclusive"],
  ...["requireGate", "json", "out", "split", "nonFinite", "provider", "threads"],
]);

/** Audits a regression model on a graph and prints its report. */
export async function runRegressionModelAudit(
  flags: RegressionAuditFlags,
  run: {
    readonly command: Command;
    readonly model: InspectedModel;
    readonly graph: string;
    readonly context: CommandContext;
  },
): Promise<void> {
  const { command, model, graph, context } = run;
  refuseForeign(command, meaningful);
  if (flags.out !== undefined) await checkOutput(flags.out, { kind: "folder" });
  const report = await auditRegressionModel({
    model,
    graph,
    task: askedTask(flags),
    provider: flags.provider,
    threads: flags.threads,
    split: flags.split,
    nonFinite: flags.nonFinite,
    sensitive: flags.sensitive ?? [],
    crossed: flags.cross ?? [],
    labelBins: flags.labelBins ?? {},
    seed: flags.seed,
    settings: regressionSettings(flags),
  });
  await reportRegression(report, flags, context);
}
