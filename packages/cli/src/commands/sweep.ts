import { availableParallelism } from "node:os";
import { UsageError } from "@evenodds/core";
import type { SelectionRule } from "@evenodds/experiments";
import type { SweepPlan, TrainingOptions } from "@evenodds/trainer";
import { InvalidArgumentError, type Command } from "commander";
import { sweepProgress } from "../console/sweep-progress.js";
import { exitCodes } from "../exit-codes.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable, OptionSpec } from "../options/option-spec.js";
import { refuseIgnored } from "../options/refuse-ignored.js";
import { csvSafeOption } from "../options/output-options.js";
import { engineOption, trainingOptions, workersOption } from "../options/training-options.js";
import type { CommandContext } from "./command-context.js";

/** The rules, each once; the package that knows them takes a second to load. */
const selectionRules = {
  score: true,
  accuracy: true,
  gap: true,
  "task-loss": true,
} as const satisfies Record<SelectionRule, true>;

interface Flags {
  readonly out: string;
  readonly grid?: readonly string[];
  readonly seeds: readonly number[];
  readonly workers: number;
  readonly engine: string;
  readonly baseline?: string;
  readonly select: SelectionRule;
  readonly retryFailed?: true;
  readonly csvSafe?: true;
  readonly [option: string]: unknown;
}

const sweepTable: CommandTable = {
  name: "sweep",
  summary: "train a grid of options with many seeds and compare the settings",
  examples: [
    "evenodds sweep samples/nba --out runs/nba --sensitive country --seeds 1..40 --grid method=gcn,debias,fairgnn,eqgnn --grid lambda=0.01,0.1,1,10",
    "evenodds sweep samples/nba --out runs/depth --method gcn --sensitive country --seeds 1,2,7 --grid layers=1,2,3 --select accuracy",
  ],
  arguments: [{ name: "<graph>", help: "folder with a graph.yaml, or a graph card", reads: "graph" }],
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
    ...trainingOptions.filter(({ flags }) => !flags.startsWith("--seed ")).map(withSweepDefault),
  ],
};

/** `evenodds sweep`: trains a grid of options with many seeds, side by side, and tabulates what came of it. */
export function sweepCommand({ terminal, setExitCode }: CommandContext): Command {
  const command = new DescribedCommand(sweepTable);
  return command.action(async (graph: string, flags: Flags) => {
    const {
      out,
      grid = [],
      seeds,
      engine,
      baseline,
      select,
      retryFailed = false,
      csvSafe = false,
      workers,
      ...base
    } = flags;
    refuseTwice(grid, command);
    const { runSweepFolder } = await import("../workflows/sweep-folder.js");
    const { sweepResultTable } = await import("../workflows/sweep-result-table.js");
    const checkPlan = ({ settings }: SweepPlan) => {
      refuseIgnored(
        command,
        settings.map(({ options }) => options),
      );
      refuseIdleGrid(settings);
    };
    const request = { graph, out, grid, seeds, engine, baseline, select, retryFailed, csvSafe, base, checkPlan };
    const watch = { ...sweepProgress(terminal), ...{ now: terminal.now, catchInterrupt: terminal.catchInterrupt } };
    const summary = await runSweepFolder({ ...request, workers: workers ?? availableParallelism() }, watch);
    terminal.out(sweepResultTable(summary));
    for (const { key, message } of summary.failures) terminal.log(`failed: ${key}: ${message}`);
    const { finished, failed } = summary.runs;
    terminal.log(`wrote ${out}: ${finished} runs${failed === 0 ? "" : `, ${failed} failed`}; read summary.md`);
    if (failed === 0) return;
    setExitCode(summary.failures.some(({ code }) => code === "fault") ? exitCodes.fault : exitCodes.error);
  });
}

/** Nothing of test nodes reaches a choice between settings. */
function withSweepDefault(option: OptionSpec): OptionSpec {
  return option.flags.startsWith("--held-out-labels") ? { ...option, standard: "hidden" } : option;
}

/** A flag beside a grid of the same option would change nothing. */
function refuseTwice(grid: readonly string[], command: Command): void {
  for (const assignment of grid) {
    const name = assignment.split("=")[0]!.trim();
    const option =
      command.options.find(({ long }) => long === `--${name}`) ??
      command.options.find((one) => one.attributeName() === name);
    if (option === undefined || command.getOptionValueSource(option.attributeName()) !== "cli") continue;
    throw new UsageError({
      argument: option.long!,
      expected: "a flag or a grid of the option",
      found: `both, with --grid ${assignment}`,
      hint: `leave ${option.long} out`,
    });
  }
}

/** A grid of an option that no setting has a use for would be one setting under the name of several. */
function refuseIdleGrid(settings: SweepPlan["settings"]): void {
  const names = Object.keys(settings[0]!.values) as (keyof TrainingOptions)[];
  const idle = names.find((name) => settings.every(({ values }) => values[name] === null));
  if (idle === undefined) return;
  throw new UsageError({
    argument: "--grid",
    expected: "options that change the training",
    found: `${idle}, which has no effect with the other options`,
    hint: "leave it out",
  });
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
