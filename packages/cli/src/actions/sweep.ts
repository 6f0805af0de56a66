import { availableParallelism } from "node:os";
import { UsageError } from "@evenodds/core";
import type { SweepPlan, TrainingOptions } from "@evenodds/trainer";
import type { Command } from "commander";
import type { CommandContext } from "../commands/command-context.js";
import type { SweepFlags } from "../commands/sweep.js";
import { sweepProgress } from "../console/sweep-progress.js";
import { exitCodes } from "../exit-codes.js";
import type { DescribedCommand } from "../options/described-command.js";
import { flagWords } from "../options/flag-words.js";
import { withoutLimits } from "../options/limit-options.js";
import { givenNames } from "../options/check-options.js";
import { refuseIgnored } from "../options/refuse-ignored.js";
import { runSweepFolder } from "./run-sweep-folder.js";
import { figuresOf, settingTitle, sampleText, type SweepSummary } from "@evenodds/experiments";
import Table from "cli-table3";

/** Trains a grid of options with many seeds, side by side, and tabulates what came of it. */
export async function sweepAction(
  graph: string,
  flags: SweepFlags,
  { command, context }: { readonly command: DescribedCommand; readonly context: CommandContext },
): Promise<void> {
  const { terminal, setExitCode } = context;
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
    drawSplit,
    ...base
  } = withoutLimits(flags);
  refuseTwice(grid, command);
  const checkPlan = ({ settings }: SweepPlan) => {
    refuseIgnored(
      command,
      settings.map(({ options }) => options),
    );
    refuseIdleGrid(settings);
  };
  const request = { graph, out, grid, seeds, engine, baseline, select, retryFailed, csvSafe, base, checkPlan };
  const choice = { drawSplit, given: givenNames(command) };
  const watch = { ...sweepProgress(terminal), ...{ now: terminal.now, catchInterrupt: terminal.catchInterrupt } };
  const summary = await runSweepFolder({ ...request, ...choice, workers: workers ?? availableParallelism() }, watch);
  terminal.out(sweepResultTable(summary));
  for (const { key, message } of summary.failures) terminal.log(`failed: ${key}: ${flagWords(message)}`);
  const { finished, failed } = summary.runs;
  terminal.log(`wrote ${out}: ${finished} runs${failed === 0 ? "" : `, ${failed} failed`}; read summary.md`);
  if (failed === 0) return;
  setExitCode(summary.failures.some(({ code }) => code === "fault") ? exitCodes.fault : exitCodes.error);
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

/**
 * Returns the settings of a sweep as a table for a terminal: a line each, ● where it was chosen on the validation
 * nodes.
 */
function sweepResultTable({ settings, varied, task }: SweepSummary): string {
  const figures = figuresOf[task].filter(({ brief }) => brief);
  const table = new Table({
    head: ["", "setting", ...figures.map(({ title, unit }) => (unit === "share" ? `${title}, %` : title)), "runs"],
    style: { head: [], border: [], compact: true },
    colAligns: ["left", "left", ...figures.map(() => "right" as const), "right"],
  });
  for (const one of settings) {
    const cells = figures.map((figure) => sampleText(one.figures[figure.name], figure));
    table.push([one.selected ? "●" : "", settingTitle(one, varied), ...cells, String(one.finished)]);
  }
  return `${table.toString()}\n● chosen on the validation nodes; figures are of the test nodes, mean ± standard error (deviation)\n`;
}
