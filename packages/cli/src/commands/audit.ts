import type { Command } from "commander";
import { auditTable } from "../options/audit-options.js";
import { DescribedCommand } from "../options/described-command.js";
import type { AuditFlags } from "../actions/report-audit.js";
import type { CommandContext } from "./command-context.js";

/** `evenodds audit`: runs a model on a graph and says whether it holds equalized odds. */
export function auditCommand(context: CommandContext): Command {
  const command = new DescribedCommand(auditTable);
  return command.action(async (model: string | undefined, graph: string | undefined, flags: AuditFlags) => {
    const { audit } = await import("../actions/audit.js");
    await audit(flags, { model, graph, command, context });
  });
}
