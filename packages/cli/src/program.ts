import { version } from "@evenodds/core";
import { Command } from "commander";
import { auditCommand } from "./commands/audit.js";
import type { CommandContext } from "./commands/command-context.js";
import { demoCommand } from "./commands/demo.js";
import { doctorCommand } from "./commands/doctor.js";
import { exportCommand } from "./commands/export.js";
import { generateCommand } from "./commands/generate.js";
import { importCommand } from "./commands/import.js";
import { importDataCommand } from "./commands/import-data.js";
import { inspectCommand } from "./commands/inspect.js";
import { optimizeCommand } from "./commands/optimize.js";
import { predictCommand } from "./commands/predict.js";
import { reproduceCommand } from "./commands/reproduce.js";
import { setupTensorFlowCommand } from "./commands/setup-tensorflow.js";
import { splitCommand } from "./commands/split.js";
import { sweepCommand } from "./commands/sweep.js";
import { synthCommand } from "./commands/synth.js";
import { trainCommand } from "./commands/train.js";

const help = `
First steps:
  evenodds demo            train, export and audit on the NBA graph
  evenodds help audit      every flag of a command, with an example

Exit codes:
    0  done; an audit passed, or no gate is configured
    1  a gate is violated
    2  usage, configuration or input error
    3  the data cannot decide
   70  a fault of evenodds itself
  130  stopped by Ctrl-C; 129 and 143 by SIGHUP and SIGTERM
`;

/** Widest help text: longer lines are hard to read. */
const helpWidth = 100;

/** Returns the whole command line as data: flags, help and what each command calls. */
export function buildProgram(context: CommandContext): Command {
  const program = new Command("evenodds")
    .description("Does a node classifier treat groups equally, given the true label?")
    .version(version, "-V, --version", "print the version")
    .helpCommand("help [command]", "print the help of a command")
    .addHelpText("after", help);
  for (const make of [
    trainCommand,
    sweepCommand,
    reproduceCommand,
    exportCommand,
    importCommand,
    optimizeCommand,
    auditCommand,
    inspectCommand,
    predictCommand,
    splitCommand,
    generateCommand,
    synthCommand,
    importDataCommand,
    demoCommand,
    setupTensorFlowCommand,
    doctorCommand,
  ]) {
    program.addCommand(make(context));
  }
  const { out, log, columns } = context.terminal;
  const width = Math.min(columns, helpWidth);
  for (const command of [program, ...program.commands]) {
    const name = command === program ? "evenodds" : `evenodds ${command.name()}`;
    command
      .exitOverride()
      .helpOption("-h, --help", "print this help")
      .showSuggestionAfterError()
      .configureOutput({
        writeOut: out,
        writeErr: (text) => text.trimEnd().split("\n").forEach(log),
        getOutHelpWidth: () => width,
        getErrHelpWidth: () => width,
        outputError: (text, write) => write(oneLine(text, name)),
      });
  }
  return program;
}

/** Makes one line of commander's message; where it has no near match to offer, the help is what helps. */
function oneLine(text: string, command: string): string {
  const line = text
    .trim()
    .replace(/^error: /, "evenodds: ")
    .replace(/\s*\n\s*/g, " ");
  return /Did you mean|Allowed choices|It must/.test(line) ? line : `${line.replace(/\.$/, "")}; see ${command} --help`;
}
