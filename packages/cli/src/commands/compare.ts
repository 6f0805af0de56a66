import type { Command } from "commander";
import type { CompareFlags } from "../actions/compare.js";
import { compareOptions } from "../options/compare-options.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandContext } from "./command-context.js";

/** `evenodds compare`: says what has changed from one classifier to another, in each group. */
export function compareCommand(context: CommandContext): Command {
  const command = new DescribedCommand(compareOptions);
  return command.action(async (a: string, b: string, graph: string | undefined, flags: CompareFlags) => {
    const { compareAction } = await import("../actions/compare.js");
    await compareAction(flags, { a, b, graph, command, context });
  });
}
