import { buildProgram, headings } from "@evenodds/cli/internal";
import { fakeTerminal } from "../support/fake-terminal.js";
import type { KnownFlag } from "./edits/edit-arguments.js";

/** Flags of every command that reads or writes files here, as the command declares them. */
export async function knownFlags(): Promise<ReadonlyMap<string, readonly KnownFlag[]>> {
  const flags = new Map<string, readonly KnownFlag[]>();
  for (const name of Object.keys(headings)) {
    const program = await buildProgram({ terminal: fakeTerminal().terminal, setExitCode: () => undefined }, [name]);
    const command = program.commands.find((one) => one.name() === name);
    if (command === undefined) throw new Error(`there is no command ${name}`);
    flags.set(
      name,
      command.options.map(({ long, short, required, optional, argChoices = [] }) => ({
        ...{ long: long ?? short!, takesValue: required || optional, choices: argChoices },
      })),
    );
  }
  return flags;
}
