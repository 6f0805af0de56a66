import { UsageError } from "@evenodds/core";
import type { CommandContext } from "../commands/command-context.js";
import type { DescribedCommand } from "../options/described-command.js";
import { requestedSource } from "./requested-source.js";
import type { AuditFlags } from "./report-audit.js";

/** What the command line names, and who speaks. */
export interface AuditCall {
  readonly model: string | undefined;
  readonly graph: string | undefined;
  readonly command: DescribedCommand;
  readonly context: CommandContext;
}

/** Audits what the flags and the arguments name, and loads no more than that needs. */
export async function auditAction(flags: AuditFlags, call: AuditCall): Promise<void> {
  const { model, graph, command, context } = call;
  checkGate(flags, { model });
  if (model === undefined && flags.regression) {
    const { auditRegressionAction } = await import("./audit-regression.js");
    return auditRegressionAction(flags, { command, context });
  }
  const source = requestedSource(flags);
  if (source === null) {
    const { auditModelAction } = await import("./audit-model.js");
    return auditModelAction(flags, { model: model!, graph: graph!, command, context });
  }
  const { auditTableAction } = await import("./audit-table.js");
  return auditTableAction(flags, {
    source,
    audited: model ?? (flags.predictions ?? flags.counts)?.[0] ?? flags.db,
    command,
    context,
  });
}

/**
 * Throws {@link UsageError} where a gate is required and none is given. Before a model is read, either kind of gate may
 * be right.
 */
function checkGate(
  { requireGate, maxGap, maxErrorGap, regression }: AuditFlags,
  { model }: { readonly model: string | undefined },
): void {
  if (!requireGate || maxGap !== undefined || maxErrorGap !== undefined) return;
  const gates = model !== undefined ? "--max-gap, or --max-error-gap for a regression" : "--max-gap";
  const hint = regression ? "add --max-error-gap" : `add ${gates}`;
  throw new UsageError({ argument: "--require-gate", expected: "a gate", found: "none", hint });
}
