import { buildProgram, exitCodes } from "@evenodds/cli/internal";
import { expect } from "chai";
import type { Command, Option } from "commander";
import { readPage, section, tableRows } from "./support/pages.js";
import { quietTerminal } from "./support/quiet-terminal.js";

const program = await buildProgram({ terminal: quietTerminal().terminal, setExitCode: () => undefined });
const page = readPage("docs/cli.md");

describe("docs/cli.md", () => {
  it("has a section for every command, in the order of the help, and no other", () => {
    const sections = [...page.matchAll(/^## evenodds (.*)$/gm)].map((match) => match[1]);
    expect(sections).to.deep.equal(program.commands.map((command) => command.name()));
  });

  for (const command of program.commands) {
    it(`names every argument and flag of evenodds ${command.name()}, with default and choices, and no other`, () => {
      const rows = tableRows(section(page, `evenodds ${command.name()}`)).filter(([first]) => first!.startsWith("`"));
      const flags = rows.filter(([first]) => first!.startsWith("`-"));
      expect(flags.map(([flag]) => flag)).to.deep.equal(command.options.map((option) => `\`${option.flags}\``));
      command.options.forEach((option, i) => {
        const [, standard, meaning] = flags[i]!;
        expect(standard, option.flags).to.equal(expectedDefault(option));
        if (option.mandatory) expect(meaning, option.flags).to.include("needed");
      });
      const names = rows.filter(([first]) => !first!.startsWith("`-")).map(([name]) => name);
      expect(names).to.deep.equal(argumentNames(command));
    });
  }

  it("names every choice of every flag", () => {
    for (const command of program.commands) {
      const rows = tableRows(section(page, `evenodds ${command.name()}`));
      for (const option of command.options) {
        if (command.name() === "predict" && option.long === "--provider") continue;
        const row = rows.find(([first]) => first === `\`${option.flags}\``)!.join(" ");
        for (const choice of option.argChoices ?? []) expect(row, option.flags).to.include(`\`${choice}\``);
      }
    }
  });

  it("and the README name every exit code", () => {
    for (const text of [page, readPage("README.md")]) {
      const codes = tableRows(section(text, "Exit codes")).map(([code]) => code);
      expect(codes).to.deep.equal(["code", ...Object.values(exitCodes).map(String)]);
    }
  });
});

/** The default as the page shows it: a value in backticks, or words from the flag's own description. */
function expectedDefault({ defaultValue, description, negate }: Option): string {
  const described = /\(default: (.*)\)$/.exec(description)?.[1];
  if (described !== undefined) return described;
  if (defaultValue === undefined || negate) return "";
  return `\`${String(defaultValue)}\``;
}

function argumentNames(command: Command): string[] {
  return command.registeredArguments.map((argument) => {
    const name = argument.name();
    return argument.required ? `\`<${name}>\`` : `\`[${name}]\``;
  });
}
