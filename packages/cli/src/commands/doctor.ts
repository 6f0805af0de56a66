import type { Command } from "commander";
import { headings } from "../headings.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

const doctorTable: CommandTable = {
  ...headings.doctor,
  examples: ["evenodds doctor", "evenodds doctor --json"],
  arguments: [],
  options: [{ flags: "--json", help: "print the findings as JSON" }],
};

/** `evenodds doctor`: what of evenodds works on this machine, and how to fix the rest. */
export function doctorCommand({ terminal, setExitCode }: CommandContext): Command {
  return new DescribedCommand(doctorTable).action(async (flags: { readonly json?: boolean }) => {
    const { doctorAction } = await import("../actions/doctor.js");
    await doctorAction(flags, { terminal, setExitCode });
  });
}
