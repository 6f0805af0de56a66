import { version } from "@evenodds/core";
import { Command } from "commander";
import type { CommandContext } from "./commands/command-context.js";
import { headings, type CommandName } from "./headings.js";

type MakeCommand = (context: CommandContext) => Command;

const commands: Record<CommandName, () => Promise<MakeCommand>> = {
  train: async () => (await import("./commands/train.js")).trainCommand,
  sweep: async () => (await import("./commands/sweep.js")).sweepCommand,
  reproduce: async () => (await import("./commands/reproduce.js")).reproduceCommand,
  export: async () => (await import("./commands/export.js")).exportCommand,
  import: async () => (await import("./commands/import.js")).importCommand,
  optimize: async () => (await import("./commands/optimize.js")).optimizeCommand,
  layers: async () => (await import("./commands/layers.js")).layerCommand,
  audit: async () => (await import("./commands/audit.js")).auditCommand,
  sql: async () => (await import("./commands/sql.js")).sqlCommand,
  history: async () => (await import("./commands/history.js")).historyCommand,
  gate: async () => (await import("./commands/gate.js")).gateCommand,
  init: async () => (await import("./commands/init.js")).initCommand,
  verify: async () => (await import("./commands/verify.js")).verifyCommand,
  compare: async () => (await import("./commands/compare.js")).compareCommand,
  baseline: async () => (await import("./commands/baseline.js")).baselineCommand,
  monitor: async () => (await import("./commands/monitor.js")).monitorCommand,
  inspect: async () => (await import("./commands/inspect.js")).inspectCommand,
  predict: async () => (await import("./commands/predict.js")).predictCommand,
  split: async () => (await import("./commands/split.js")).splitCommand,
  generate: async () => (await import("./commands/generate.js")).generateCommand,
  synth: async () => (await import("./commands/generate.js")).synthCommand,
  "import-data": async () => (await import("./commands/import-data.js")).importDataCommand,
  demo: async () => (await import("./commands/demo.js")).demoCommand,
  "setup-tensorflow": async () => (await import("./commands/setup-tensorflow.js")).setupTensorFlowCommand,
  "setup-cuda": async () => (await import("./commands/setup-cuda.js")).setupCudaCommand,
  doctor: async () => (await import("./commands/doctor.js")).doctorCommand,
};

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

/**
 * Returns the command line as data: flags, help and what each command calls. Commands whose names are not among `names`
 * are there with their line in the help and nothing else, and are not loaded. Default: all are.
 */
export async function buildProgram(
  context: CommandContext,
  names: readonly string[] = Object.keys(headings),
): Promise<Command> {
  const program = new Command("evenodds")
    .description("Does a node classifier treat groups equally, given the true label?")
    .version(version, "-V, --version", "print the version")
    .helpCommand("help [command]", "print the help of a command")
    .addHelpText("after", help)
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}` });
  for (const [name, load] of Object.entries(commands) as [CommandName, () => Promise<MakeCommand>][]) {
    const { usage, summary } = headings[name];
    const command = names.includes(name) ? (await load())(context) : new Command(name).usage(usage).summary(summary);
    program.addCommand(command);
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
