import { jsonText } from "@evenodds/auditor";
import type { CommandContext } from "../commands/command-context.js";
import { examine } from "../doctor/examine.js";
import { machineProbes } from "../doctor/machine-probes.js";
import { renderDoctor } from "../doctor/render-doctor.js";
import { exitCodes } from "../exit-codes.js";

/** Says what of evenodds works on this machine, and how to fix the rest. */
export async function doctor(
  { json = false }: { readonly json?: boolean },
  { terminal, setExitCode }: CommandContext,
): Promise<void> {
  const report = await examine(await machineProbes());
  const { out, palette } = terminal;
  out(json ? jsonText(report) : renderDoctor(report, palette));
  if (!report.works) setExitCode(exitCodes.error);
}
