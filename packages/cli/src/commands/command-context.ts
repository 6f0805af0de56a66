import { Command } from "commander";
import { foldCommand } from "../console/fold-command.js";
import type { Terminal } from "../console/terminal.js";

/** What every command is given: where to speak, and how to end with another exit code than 0. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly setExitCode: (code: number) => void;
}

/** Starts a command with a summary for the list of commands, and examples for its own help. */
export function describeCommand(
  name: string,
  { summary, examples }: { readonly summary: string; readonly examples: readonly string[] },
): Command {
  const title = examples.length === 1 ? "Example" : "Examples";
  const lines = examples.map((example) => foldCommand(example, { indent: "  ", width: 80 }));
  return new Command(name)
    .summary(summary)
    .description(summary)
    .addHelpText("after", `\n${title}:\n${lines.join("\n")}\n`);
}
