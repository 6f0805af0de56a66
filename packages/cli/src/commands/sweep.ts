import { availableParallelism } from "node:os";
import { UsageError } from "@evenodds/core";
import type { SelectionRule } from "@evenodds/experiments";
import { engineNames } from "@evenodds/trainer/options";
import { Command, InvalidArgumentError, Option } from "commander";
import { parsePositiveCount } from "../console/parse-number.js";
import { sweepProgress } from "../console/sweep-progress.js";
import { exitCodes } from "../exit-codes.js";
import { describeCommand, type CommandContext } from "./command-context.js";
import { addTrainingFlags } from "./training-flags.js";

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
  readonly [option: string]: unknown;
}

/** `evenodds sweep`: trains a grid of options with many seeds, side by side, and tabulates what came of it. */
export function sweepCommand({ terminal, setExitCode }: CommandContext): Command {
  const command = describeCommand("sweep", {
    summary: "train a grid of options with many seeds and compare the settings",
    examples: [
      "evenodds sweep samples/nba --out runs/nba --sensitive country --seeds 1..40 --grid method=gcn,debias,fairgnn,eqgnn --grid lambda=0.01,0.1,1,10",
      "evenodds sweep samples/nba --out runs/depth --method gcn --sensitive country --seeds 1,2,7 --grid layers=1,2,3 --select accuracy",
    ],
  })
    .argument("<graph>", "folder with a graph.yaml, or a graph card")
    .requiredOption("--out <folder>", "folder of the sweep; the same command again goes on with it")
    .option("--grid <option=values>", "values of a training option to try; given again, crossed", collect)
    .requiredOption("--seeds <list>", "seeds of the runs, such as 1..40 or 1,2,7", parseSeeds)
    .option("--workers <count>", "threads that train side by side (default: one a core)", parsePositiveCount)
    .addOption(new Option("--engine <name>", "where to compute").choices(engineNames).default("auto"))
    .option("--baseline <values>", "setting to compare with, such as method=gcn (default: the method gcn)")
    .addOption(
      new Option("--select <rule>", "how a setting is chosen, on the validation nodes")
        .choices(Object.keys(selectionRules))
        .default("score"),
    )
    .option("--retry-failed", "make runs again that failed before");
  for (const option of trainingOptions()) command.addOption(option);
  return command.action(async (graph: string, flags: Flags) => {
    const { out, grid = [], seeds, engine, baseline, select, retryFailed = false, workers, ...base } = flags;
    refuseTwice(grid, command);
    const { runSweepFolder } = await import("../workflows/sweep-folder.js");
    const { sweepResultTable } = await import("../workflows/sweep-result-table.js");
    const request = { graph, out, grid, seeds, engine, baseline, select, retryFailed, base };
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

/** All flags of a training run but its seed, with the default of sweeps. */
function trainingOptions(): Option[] {
  const options = addTrainingFlags(new Command()).options.filter(({ long }) => long !== "--seed");
  options.find(({ long }) => long === "--held-out-labels")!.default("hidden");
  return [...options];
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
