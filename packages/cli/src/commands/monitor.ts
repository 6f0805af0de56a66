import { inconclusivePolicies, monitoredPredictions, type OnInconclusive } from "@evenodds/auditor";
import { whenMissingPolicies } from "@evenodds/data";
import type { MonitorStateOptions } from "evenodds/internal";
import type { Command } from "commander";
import { parseDistinctNames, parseFraction, parsePositiveCount, parseShare } from "../console/parse-number.js";
import { headings } from "../headings.js";
import { DescribedCommand } from "../options/described-command.js";
import { commentOption, delimiterOption, headerOption } from "../options/layout-options.js";
import { memoryOption, timeoutOption } from "../options/limit-options.js";
import { parseBins, parseCombinations, parseLevels } from "../options/parse-audit.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

/** Flags of `evenodds monitor`. */
export interface MonitorFlags extends MonitorStateOptions {
  readonly onInconclusive: OnInconclusive;
  readonly json?: true;
  readonly prometheus?: string;
  readonly html?: string;
}

const adds = { anyOf: ["--add", "--predicted", "--labels"] };

const monitorTable: CommandTable = {
  ...headings.monitor,
  examples: [
    "evenodds monitor state --add week-1.csv --label y --prediction yhat --sensitive sex --max-gap 0.1",
    "evenodds monitor state --add week-2.csv --batch 2026-W02 --prometheus monitor.prom --html monitor.html",
  ],
  arguments: [{ name: "<state>", help: "folder of the monitor, which is made with the first batch", reads: "folder" }],
  options: [
    {
      flags: "--add <files>",
      help: "tables of rows that have label and prediction, or of counts with --count-column",
      parse: parseDistinctNames,
      reads: "files",
    },
    {
      flags: "--predicted <files>",
      help: "tables of predictions whose labels come later; their ids wait in the state",
      parse: parseDistinctNames,
      reads: "files",
    },
    {
      flags: "--labels <files>",
      help: "tables of ids and labels, for predictions that wait",
      parse: parseDistinctNames,
      reads: "files",
    },
    { flags: "--batch <name>", help: "what the batch is called, such as a date (default: its number)", needs: [adds] },
    { flags: "--again", help: "take files that were added before", needs: [adds] },
    {
      flags: "--on-inconclusive <policy>",
      help: "exit code while it is not decided: 3, or 0 with a warning, or 0",
      choices: [...inconclusivePolicies],
      standard: "fail",
    },
    { flags: "--json", help: "write what is known as JSON to standard output, and nothing else" },
    { flags: "--prometheus <file>", help: "write it as Prometheus' text here", writes: { kind: "file" } },
    { flags: "--html <file>", help: "write a page with charts over time here", writes: { kind: "file" } },
    memoryOption,
    timeoutOption,
    {
      flags: "--max-gap <limit>",
      help: "largest gap still allowed, in [0, 1); with --reference, largest change of a rate",
      group: "Said when a monitor begins, and kept:",
      parse: parseFraction,
    },
    { flags: "--sensitive <columns>", help: "columns of the sensitive attributes", parse: parseDistinctNames },
    { flags: "--label <column>", help: "column of the true class" },
    { flags: "--prediction <column>", help: "column of the predicted class" },
    { flags: "--id <column>", help: "column of ids, by which labels find their predictions" },
    { flags: "--count-column <column>", help: "column that says how many rows a line of --add stands for" },
    {
      flags: "--reference <files>",
      help: "tables of a period with which rates are compared, each group with itself",
      parse: parseDistinctNames,
      reads: "files",
    },
    { flags: "--alpha <number>", help: "error probability of each verdict (default: 0.05)", parse: parseShare },
    {
      flags: "--cells <which>",
      help: "compare all predictions of a label, or only the right ones (default: all)",
      choices: [...monitoredPredictions],
    },
    {
      flags: "--largest-cluster <rows>",
      help: "most rows of a batch that belong together, such as those of one person (default: 1)",
      parse: parsePositiveCount,
    },
    {
      flags: "--cross <combinations>",
      help: "monitor combinations of attributes too: all, or such as sex*age",
      parse: parseCombinations,
    },
    {
      flags: "--bins <attribute=borders>",
      help: "cut a numeric attribute, such as age=30,50; can be repeated",
      parse: parseBins,
      repeats: true,
    },
    {
      flags: "--levels <attribute=values>",
      help: "the values of an attribute, in order, such as sex=F,M: any other one is an error; can be repeated",
      parse: parseLevels,
      repeats: true,
    },
    {
      flags: "--classes <names>",
      help: "the classes, in order: any other one is an error (default: those that occur)",
      parse: parseDistinctNames,
    },
    {
      flags: "--missing <policy>",
      help: "what to do with rows that lack a sensitive attribute (default: exclude)",
      choices: whenMissingPolicies,
    },
    {
      flags: "--missing-values <texts>",
      help: "texts that stand for a missing value in any column, such as ?,unknown",
      parse: parseDistinctNames,
    },
    { ...headerOption, group: "How delimited text is cut:", needs: [adds] },
    { ...delimiterOption, needs: [adds] },
    { ...commentOption, needs: [adds] },
  ],
};

/** `evenodds monitor`: adds a batch to what is known of a deployed model, and says whether its gap is above a limit. */
export function monitorCommand(context: CommandContext): Command {
  return new DescribedCommand(monitorTable).action(async (state: string, flags: MonitorFlags) => {
    const { monitorAction } = await import("../actions/monitor.js");
    await monitorAction(state, flags, context);
  });
}
