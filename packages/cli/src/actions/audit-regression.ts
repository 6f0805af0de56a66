import { auditRegressionTable, isServerQuery } from "evenodds/internal";
import type { CommandContext } from "../commands/command-context.js";
import type { DescribedCommand } from "../options/described-command.js";
import { effectiveOptions } from "../options/effective-options.js";
import { requestedSource } from "./requested-source.js";
import { checkReportFiles, reportAudit, type AuditFlags } from "./report-audit.js";

/** Audits a table of a regression and prints its report. */
export async function auditRegressionAction(
  flags: AuditFlags,
  { command, context }: { readonly command: DescribedCommand; readonly context: CommandContext },
): Promise<void> {
  const { sensitive = [], label, prediction } = flags;
  const source = requestedSource(flags);
  // The table of options leaves no other.
  if (source === null || "counts" in source || isServerQuery(source))
    throw new TypeError("a regression is read from files or in DuckDB");
  await checkReportFiles(flags, context);
  // A column that was not named is refused there.
  const asked = { ...flags, sensitive, label: label!, prediction: prediction!, recorded: effectiveOptions(command) };
  const report = await auditRegressionTable(source, asked);
  await reportAudit(report, flags, { audited: flags.predictions?.[0] ?? flags.db, command, context });
}
