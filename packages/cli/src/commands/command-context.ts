import { Command } from "commander";
import type { Terminal } from "../console/terminal.js";

/** What every command is given: where to speak, and how to end with another exit code than 0. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly setExitCode: (code: number) => void;
}

/** Starts a command with a summary for the list of commands, and an example for its own help. */
export function describeCommand(name: string, { summary, example }: { summary: string; example: string }): Command {
  return new Command(name).summary(summary).description(summary).addHelpText("after", `\nExample:\n  ${example}\n`);
}
