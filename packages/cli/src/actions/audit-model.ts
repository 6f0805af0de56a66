import { taskOf } from "@evenodds/auditor";
import { auditModel, auditRegressionModel, dataFilesOf, readInspected } from "evenodds/internal";
import type { CommandContext } from "../commands/command-context.js";
import { drawsProgress } from "../console/draws-progress.js";
import type { AuditSubject } from "../options/audit-subjects.js";
import { checkOptions } from "../options/check-options.js";
import type { DescribedCommand } from "../options/described-command.js";
import { reportStage } from "../supervision/report-work.js";
import { askedKind } from "./asked-kind.js";
import { checkReportFiles, reportAudit, type AuditFlags } from "./report-audit.js";

/** Audits a model on a graph, a classifier or a regression, and prints its report. */
export async function auditModelAction(
  flags: AuditFlags,
  run: {
    readonly model: string;
    readonly graph: string;
    readonly command: DescribedCommand;
    readonly context: CommandContext;
  },
): Promise<void> {
  const { model: path, graph, command, context } = run;
  const outputKind = askedKind(flags);
  const model = await readInspected(path);
  await command.checkRead(...dataFilesOf(model));
  const isRegression = (model.description.metadata.task ?? (outputKind && taskOf(outputKind))) === "regression";
  checkOptions(command, [isRegression ? "regression" : "classifier"] satisfies AuditSubject[]);
  await checkReportFiles(flags, context);
  const { onDraws, finish } = drawsProgress(context.terminal);
  const audited = isRegression ? auditRegressionModel : auditModel;
  const asked = { ...flags, outputKind, onProgress: reportStage, onDraws };
  const report = await audited(model, graph, asked).finally(finish);
  await reportAudit(report, flags, { audited: path, context });
}
