import { jsonText } from "@evenodds/auditor";
import type { Command } from "commander";
import { exitCodes } from "../exit-codes.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

const doctorTable: CommandTable = {
  name: "doctor",
  summary: "say which engines and providers work here, and how to fix the others",
  examples: ["evenodds doctor", "evenodds doctor --json"],
  arguments: [],
  options: [{ flags: "--json", help: "print the findings as JSON" }],
};

/** `evenodds doctor`: what of evenodds works on this machine, and how to fix the rest. */
export function doctorCommand({ terminal, setExitCode }: CommandContext): Command {
  return new DescribedCommand(doctorTable).action(async ({ json = false }: { json?: boolean }) => {
    const { examine } = await import("../doctor/examine.js");
    const { machineProbes } = await import("../doctor/machine-probes.js");
    const { renderDoctor } = await import("../doctor/render-doctor.js");
    const report = await examine(machineProbes());
    const { out, palette } = terminal;
    out(json ? jsonText(report) : renderDoctor(report, palette));
    if (!report.works) setExitCode(exitCodes.error);
  });
}
