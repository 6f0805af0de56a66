import { auditRegressionModel, checkOutput, type InspectedModel } from "evenodds/internal";
import { reportRegression, type RegressionAuditFlags } from "./audit-regression.js";
import type { CommandContext } from "../commands/command-context.js";
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
  const report = await auditRegressionModel(model, graph, { ...flags, outputKind: askedKind(flags) });
  await reportRegression(report, flags, context);
}
