import type { Command } from "commander";
import { exitCodes } from "../exit-codes.js";
import { describeCommand, type CommandContext } from "./command-context.js";

/** `evenodds doctor`: what of evenodds works on this machine, and what mends the rest. */
export function doctorCommand({ terminal, setExitCode }: CommandContext): Command {
  return describeCommand("doctor", {
    summary: "say which engines and providers work here, and what mends the others",
    examples: ["evenodds doctor", "evenodds doctor --json"],
  })
    .option("--json", "print the findings as JSON")
    .action(async ({ json = false }: { json?: boolean }) => {
      const { examine } = await import("../doctor/examine.js");
      const { machineProbes } = await import("../doctor/machine-probes.js");
      const { renderDoctor } = await import("../doctor/render-doctor.js");
      const report = await examine(machineProbes());
      const { out, palette } = terminal;
      out(json ? `${JSON.stringify(report, null, 2)}\n` : renderDoctor(report, palette));
      if (!report.works) setExitCode(exitCodes.error);
    });
}
