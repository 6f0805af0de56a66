import { taskOf } from "@evenodds/auditor";
import { UsageError } from "@evenodds/core";
import type { RunDifference } from "evenodds";
import { auditModel, auditRegressionModel, dataFilesOf, readInspected } from "evenodds/internal";
import type { CommandContext } from "../commands/command-context.js";
import { modelSubjects, rowSubjects, type AuditSubject } from "../options/audit-subjects.js";
import { checkOptions } from "../options/check-options.js";
import type { DescribedCommand } from "../options/described-command.js";
import { effectiveOptions } from "../options/effective-options.js";
import { requestedData } from "./requested-data.js";
import { runDifferenceLine } from "../console/run-difference-line.js";
import { askedKind } from "./asked-kind.js";
import { checkReportFiles, reportAudit, type AuditFlags } from "./report-audit.js";

/** Audits a model on a graph or on a table, a classifier or a regression, and prints its report. */
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
  const data = requestedData(graph, flags);
  const isTabular = typeof data !== "string";
  if (isTabular && flags.sensitive === undefined) throw withoutAttributes();
  const [ofClasses, ofNumbers] = (isTabular ? rowSubjects : modelSubjects) as [AuditSubject, AuditSubject];
  const subjects = [isRegression ? ofNumbers : ofClasses];
  checkOptions(command, subjects);
  await checkReportFiles(flags, context);
  // Of a table, it is said in `data` where the ids of its rows are.
  const id = isTabular ? undefined : flags.id;
  const asked = { ...flags, id, outputKind, recorded: effectiveOptions(command, subjects) };
  const differences: string[] = [];
  const onRunAgain = (difference: RunDifference) => differences.push(runDifferenceLine(difference));
  const watched = { ...asked, onRunAgain };
  const report = isRegression
    ? await auditRegressionModel(model, data, watched)
    : await auditModel(model, data, watched);
  for (const line of differences) context.terminal.log(line);
  await reportAudit(report, flags, { audited: path, command, context });
}

function withoutAttributes(): UsageError {
  return new UsageError({ argument: "--sensitive", expected: "the columns of the groups", found: "none" });
}
