import { UsageError } from "@evenodds/core";
import { auditRegressionTable } from "evenodds/internal";
import type { CommandContext } from "../commands/command-context.js";
import { requestedSource } from "./requested-source.js";
import { checkReportFiles, reportAudit, type AuditFlags } from "./report-audit.js";

/** Audits a table of a regression and prints its report. */
export async function auditRegressionAction(flags: AuditFlags, context: CommandContext): Promise<void> {
  const { sensitive = [], label, prediction } = flags;
  if (label === undefined || prediction === undefined) {
    const argument = label === undefined ? "--label" : "--prediction";
    throw new UsageError({ argument, expected: "a column of numbers", found: "none" });
  }
  const source = requestedSource(flags);
  // The table of options leaves no other.
  if (source === null || "postgres" in source || "counts" in source)
    throw new TypeError("a regression is read from files or in DuckDB");
  await checkReportFiles(flags, context);
  const report = await auditRegressionTable(source, { ...flags, sensitive, label, prediction });
  await reportAudit(report, flags, { audited: flags.predictions?.[0] ?? flags.db, context });
}
