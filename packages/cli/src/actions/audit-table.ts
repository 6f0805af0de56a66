import { auditTable, isServerQuery, planTable, type TableSource } from "evenodds/internal";
import type { CommandContext } from "../commands/command-context.js";
import type { Terminal } from "../console/terminal.js";
import type { DescribedCommand } from "../options/described-command.js";
import { effectiveOptions } from "../options/effective-options.js";
import { dryRunText } from "./dry-run-text.js";
import { checkReportFiles, reportAudit, type AuditFlags } from "./report-audit.js";

/** Audits a table, counts or the result of a query, and prints its report. */
export async function auditTableAction(
  flags: AuditFlags,
  run: {
    readonly source: TableSource;
    readonly audited: string | undefined;
    readonly command: DescribedCommand;
    readonly context: CommandContext;
  },
): Promise<void> {
  const { source, audited, command, context } = run;
  const { sensitive = [] } = flags;
  if (flags.dryRun) {
    const statements = await interruptible(source, context.terminal, (signal) =>
      planTable(source, { ...flags, sensitive, signal }),
    );
    context.terminal.out(dryRunText(statements));
    return context.terminal.log("nothing was run: these statements would be");
  }
  await checkReportFiles(flags, context);
  const recorded = effectiveOptions(command);
  const report = await interruptible(source, context.terminal, (signal) =>
    auditTable(source, { ...flags, sensitive, recorded, signal }),
  );
  await reportAudit(report, flags, { audited, command, context });
}

/** Runs `work` on a source; while a server of another database answers, Ctrl-C ends its query too. */
async function interruptible<T>(
  source: TableSource,
  { catchInterrupt }: Pick<Terminal, "catchInterrupt">,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (!isServerQuery(source)) return work(undefined);
  const { signal, release } = catchInterrupt();
  try {
    return await work(signal);
  } finally {
    release();
  }
}
