import { UsageError } from "@evenodds/core";
import { requireTrainer } from "evenodds/internal";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { foldCommand } from "../console/fold-command.js";
import type { CheckRead } from "../places/check-places.js";
import { checkOptions, givenValues } from "./check-options.js";
import type { ArgumentSpec, CommandTable, OptionSpec } from "./option-spec.js";

/**
 * A command that is made of its table. Before it acts, every option that was given is checked against the table, that
 * what trains is installed where it is needed, and that nothing which is read is written: see `checkOptions` and
 * `checkPlaces`.
 */
export class DescribedCommand extends Command {
  #checkRead: CheckRead | undefined;
  #foundFiles: readonly string[] = [];

  constructor(readonly table: CommandTable) {
    super(table.name);
    const { summary, examples } = table;
    const title = examples.length === 1 ? "Example" : "Examples";
    const lines = examples.map((example) => foldCommand(example, { indent: "  ", width: 80 }));
    this.summary(summary)
      .description(summary)
      .addHelpText("after", `\n${title}:\n${lines.join("\n")}\n`);
    for (const spec of table.arguments) this.addArgument(argumentOf(spec));
    for (const spec of table.options) {
      if (spec.group !== undefined) this.optionsGroup(spec.group);
      this.addOption(optionOf(spec, this));
      if (spec.repeats !== true) refuseSecond(this, spec);
    }
    this.hook("preAction", async () => {
      checkOptions(this);
      if (table.trains) requireTrainer();
      const [{ checkPlaces }, { commandPlaces }] = await Promise.all([
        import("../places/check-places.js"),
        import("../places/command-places.js"),
      ]);
      this.#checkRead = await checkPlaces(commandPlaces(table, givenValues(this)));
    });
  }

  /**
   * Throws `UsageError` where the command would write over files that it reads besides those that its line names, or
   * into a folder of them: for what is only known once other files are read.
   */
  async checkRead(argument: string, paths: readonly string[]): Promise<void> {
    this.#foundFiles = this.#foundFiles.concat(paths);
    await this.#checkRead?.(argument, paths);
  }

  /** Files that are read besides those that the command line names, as far as they are known: data of a model. */
  get foundFiles(): readonly string[] {
    return this.#foundFiles;
  }
}

function argumentOf({ name, help, choices }: ArgumentSpec): Argument {
  const argument = new Argument(name, help);
  if (choices !== undefined) return argument.choices(choices);
  return name.includes("...") ? argument : argument.argParser(requireText);
}

function requireText(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It must not be empty.");
  return text;
}

function optionOf(spec: OptionSpec, command: Command): Option {
  const { flags, help, parse, choices, standard, mandatory } = spec;
  const option = new Option(flags, help);
  if (choices !== undefined) option.choices(choices);
  if (standard !== undefined) option.default(standard);
  if (mandatory) option.makeOptionMandatory();
  // A flag without a value is told by commander itself.
  if (!option.required && !option.optional) return option;
  const parseValue = option.parseArg ?? (parse as typeof option.parseArg) ?? requireText;
  // A list that grows begins with what was given, not with the default.
  return option.argParser((text: string, before: unknown) => {
    refuseFlag(text, { option, command });
    return parseValue(text, before === standard ? (undefined as never) : (before as never));
  });
}

/** Commander takes whatever follows a flag for its value, another flag too. */
function refuseFlag(text: string, { option, command }: { readonly option: Option; readonly command: Command }): void {
  const name = text.split("=", 1)[0]!;
  const known = command.options.find(({ long, short }) => name === long || name === short);
  if (known === undefined) return;
  const written = ((command.parent ?? command) as { rawArgs?: string[] }).rawArgs ?? [];
  if (written.includes(`${option.long}=${text}`)) return;
  throw new InvalidArgumentError(`It is a flag itself: write ${option.long}=${text} if the value is really called so.`);
}

/** The last one would win, and nobody would be told. */
function refuseSecond(command: Command, { flags }: OptionSpec): void {
  const { long, required, optional } = new Option(flags);
  if (!required && !optional) return;
  let first: unknown;
  command.on(`option:${long!.slice(2)}`, (given: unknown) => {
    // A value that may be left out.
    const text = given ?? "";
    if (first !== undefined) {
      const found = `${JSON.stringify(first)} and ${JSON.stringify(text)}`;
      const hint = "give it once; a list is separated by commas";
      throw new UsageError({ argument: long!, expected: "one value", found, hint });
    }
    first = text;
  });
}
