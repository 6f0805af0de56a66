import type { Command } from "commander";
import { auditOptions } from "../options/audit-options.js";
import { DescribedCommand } from "../options/described-command.js";
import type { AuditFlags } from "../actions/report-audit.js";
import type { CommandContext } from "./command-context.js";

/** `evenodds audit`: runs a model on a graph and says whether it holds equalized odds. */
export function auditCommand(context: CommandContext): Command {
  const command = new DescribedCommand(auditOptions);
  return command.action(async (model: string | undefined, graph: string | undefined, flags: AuditFlags) => {
    const { auditAction } = await import("../actions/audit.js");
    await auditAction(flags, { model, graph, command, context });
  });
}
