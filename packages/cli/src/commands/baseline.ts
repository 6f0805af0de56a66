import type { Command } from "commander";
import type { BaselineFlags } from "../actions/baseline.js";
import { headings } from "../headings.js";
import { auditOptions } from "../options/audit-options.js";
import { specOf } from "../options/check-options.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

const { flags, parse, standard } = specOf(auditOptions, "--alpha");

const baselineTable: CommandTable = {
  ...headings.baseline,
  examples: [
    "evenodds baseline fairness-baseline.json out/nba/report.json",
    "evenodds baseline fairness-baseline.json out/nba/report.json --rebase",
  ],
  arguments: [
    {
      name: "<baseline>",
      help: "file with the counts that a model may not be worse than, made to be committed",
      reads: "file",
    },
    { name: "<report>", help: "report.json of an audit of the model", reads: "file" },
  ],
  options: [
    { flags, parse, standard, help: "how often a model that is no worse may fail" },
    {
      flags: "--update-baseline",
      help: "let the baseline take the counts of the report where no gap is larger and no group is right less often",
      conflicts: ["--rebase"],
    },
    { flags: "--rebase", help: "write the baseline anew, whatever it was: for a first one, and for other nodes" },
    { flags: "--json", help: "write the judgement as JSON to standard output, and nothing else" },
  ],
};

/** `evenodds baseline`: says whether a model is worse than a committed baseline. */
export function baselineCommand(context: CommandContext): Command {
  const command = new DescribedCommand(baselineTable);
  return command.action(async (baseline: string, report: string, given: BaselineFlags) => {
    const { baselineAction } = await import("../actions/baseline.js");
    await baselineAction(given, { baseline, report, context });
  });
}
