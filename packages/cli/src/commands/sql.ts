import type { Command } from "commander";
import type { SqlFlags } from "../actions/sql.js";
import { DescribedCommand } from "../options/described-command.js";
import { sqlOptions } from "../options/sql-options.js";
import type { CommandContext } from "./command-context.js";

/** `evenodds sql`: prints a statement that counts, for an engine that only its users reach. */
export function sqlCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(sqlOptions).action(async (flags: SqlFlags) => {
    const { sqlAction } = await import("../actions/sql.js");
    await sqlAction(flags, terminal);
  });
}
