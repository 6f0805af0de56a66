import type { SettingRule } from "@evenodds/experiments";
import { InvalidArgumentError, type Command } from "commander";
import { graphArgument } from "../options/graph-argument.js";
import { headings } from "../headings.js";
import { memoryOption, timeoutOption } from "../options/limit-options.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable, OptionSpec } from "../options/option-spec.js";
import { csvSafeOption } from "../options/csv-safe-option.js";
import { drawSplitOption, engineOption, trainingOptions, workersOption } from "../options/training-options.js";
import type { CommandContext } from "./command-context.js";

/** The rules, each once; the package that knows them takes a second to load. */
const selectionRules = {
  score: true,
  accuracy: true,
  gap: true,
  "task-loss": true,
} as const satisfies Record<SettingRule, true>;

/** Flags of `evenodds sweep`. */
export interface SweepFlags {
  readonly out: string;
  readonly grid?: readonly string[];
  readonly seeds: readonly number[];
  readonly workers: number;
  readonly engine: string;
  readonly baseline?: string;
  readonly select: SettingRule;
  readonly retryFailed?: true;
  readonly csvSafe?: true;
  readonly drawSplit?: true;
  readonly [option: string]: unknown;
}

const sweepTable: CommandTable = {
  ...headings.sweep,
  trains: true,
  examples: [
    "evenodds sweep samples/nba --out runs/nba --sensitive country --seeds 1..40 --grid method=gcn,debias,fairgnn,eqgnn --grid lambda=0.01,0.1,1,10",
    "evenodds sweep samples/nba --out runs/depth --method gcn --sensitive country --seeds 1,2,7 --grid layers=1,2,3 --select accuracy",
  ],
  arguments: [graphArgument("<graph>")],
  options: [
    {
      flags: "--out <folder>",
      help: "folder of the sweep; the same command again continues it",
      mandatory: true,
      writes: { kind: "folder" },
    },
    {
      flags: "--grid <option=values>",
      help: "values of a training option to try; given again, crossed",
      parse: collect,
      repeats: true,
    },
    {
      flags: "--seeds <list>",
      help: "seeds of the runs, such as 1..40 or 1,2,7",
      parse: parseSeeds,
      mandatory: true,
    },
    workersOption,
    engineOption,
    { flags: "--baseline <values>", help: "setting to compare with, such as method=gcn (default: the method gcn)" },
    {
      flags: "--select <rule>",
      help: "how a setting is chosen, on the validation nodes",
      choices: Object.keys(selectionRules),
      standard: "score",
    },
    { flags: "--retry-failed", help: "repeat runs that failed before" },
    csvSafeOption,
    drawSplitOption,
    ...trainingOptions.filter(({ flags }) => !flags.startsWith("--seed ")).map(withSweepDefault),
    memoryOption,
    timeoutOption,
  ],
};

/** `evenodds sweep`: trains a grid of options with many seeds, side by side, and tabulates what came of it. */
export function sweepCommand(context: CommandContext): Command {
  const command = new DescribedCommand(sweepTable);
  return command.action(async (graph: string, flags: SweepFlags) => {
    const { sweepAction } = await import("../actions/sweep.js");
    await sweepAction(graph, flags, { command, context });
  });
}

/** Nothing of test nodes reaches a choice between settings. */
function withSweepDefault(option: OptionSpec): OptionSpec {
  return option.flags.startsWith("--held-out-labels") ? { ...option, standard: "hidden" } : option;
}

function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** Most seeds of a range: a typing error should not plan a million runs. */
const mostSeeds = 10_000;

function parseSeeds(text: string): number[] {
  const seeds = text.split(",").flatMap((part) => {
    const match = /^\s*(\d+)(?:\s*\.\.\s*(\d+))?\s*$/.exec(part);
    const [first, last] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
    if (!Number.isSafeInteger(last) || !(first <= last)) throw badSeeds();
    if (last - first >= mostSeeds) throw new InvalidArgumentError(`It must have at most ${mostSeeds} seeds.`);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
  if (new Set(seeds).size < seeds.length) throw new InvalidArgumentError("It must list every seed once.");
  return seeds;
}

function badSeeds(): InvalidArgumentError {
  return new InvalidArgumentError("It must be whole numbers and ranges, such as 1..40 or 1,2,7.");
}
