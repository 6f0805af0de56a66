import { version } from "@evenodds/core";
import { Command } from "commander";
import { auditCommand } from "./commands/audit.js";
import type { CommandContext } from "./commands/command-context.js";
import { demoCommand } from "./commands/demo.js";
import { exportCommand } from "./commands/export.js";
import { generateCommand } from "./commands/generate.js";
import { inspectCommand } from "./commands/inspect.js";
import { predictCommand } from "./commands/predict.js";
import { splitCommand } from "./commands/split.js";
import { trainCommand } from "./commands/train.js";

/** Returns the whole command line as data: flags, help and what each command calls. */
export function buildProgram(context: CommandContext): Command {
  const program = new Command("evenodds")
    .description("Does a node classifier treat groups equally, given the true label?")
    .version(version, "-V, --version", "print the version")
    .helpCommand(false)
    .addHelpText(
      "after",
      "\nExit codes:\n  0 passed, or no gate configured\n  1 a gate is violated\n  2 usage, configuration or input error\n  3 the data cannot decide\n",
    );
  for (const make of [
    trainCommand,
    exportCommand,
    auditCommand,
    inspectCommand,
    predictCommand,
    splitCommand,
    generateCommand,
    demoCommand,
  ]) {
    program.addCommand(make(context));
  }
  const { out, log } = context.terminal;
  for (const command of [program, ...program.commands]) {
    command
      .exitOverride()
      .showSuggestionAfterError()
      .configureOutput({
        writeOut: out,
        writeErr: (text) => log(text.trimEnd()),
        outputError: (text, write) => write(text.trim().replace(/\s*\n\s*/g, " ")),
      });
  }
  return program;
}
