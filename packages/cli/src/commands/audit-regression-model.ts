import { auditRegressionModel } from "../workflows/audit-regression-model.js";
import { checkOutput } from "../workflows/check-output.js";
import type { InspectedModel } from "../workflows/run-model.js";
import { regressionSettings, reportRegression, type RegressionAuditFlags } from "./audit-regression.js";
import type { CommandContext } from "./command-context.js";
import { askedKind } from "./model-output.js";

/** Audits a regression model on a graph and prints its report. */
export async function runRegressionModelAudit(
  flags: RegressionAuditFlags,
  run: {
    readonly model: InspectedModel;
    readonly graph: string;
    readonly context: CommandContext;
  },
): Promise<void> {
  const { model, graph, context } = run;
  if (flags.out !== undefined) await checkOutput(flags.out, { kind: "folder" });
  const report = await auditRegressionModel({
    model,
    graph,
    outputKind: askedKind(flags),
    trustScatter: flags.trustScatter,
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
