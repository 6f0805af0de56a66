import { UsageError } from "@evenodds/core";
import type { TrainingResult } from "@evenodds/trainer";
import { parseTrainingOptions } from "@evenodds/trainer/options";
import type { TrainFlags } from "../commands/train.js";
import type { Terminal } from "../console/terminal.js";
import { givenNames, givenOptions } from "../options/check-options.js";
import type { DescribedCommand } from "../options/described-command.js";
import { isLimit, withoutLimits } from "../options/limit-options.js";
import { refuseIgnored } from "../options/refuse-ignored.js";
import { watchRun } from "./watch-run.js";

/** Learns a classifier from a graph and keeps the run in a folder, or goes on with one. */
export async function trainAction(
  graph: string | undefined,
  flags: TrainFlags,
  { command, terminal }: { readonly command: DescribedCommand; readonly terminal: Terminal },
): Promise<void> {
  const watch = watchRun(terminal);
  if (flags.resume !== undefined) {
    checkResume(graph, command);
    const { resumeRun } = await import("evenodds/internal/training");
    reportResult(await resumeRun(flags.resume, watch), terminal, flags.resume);
    return;
  }
  const { engine, out, drawSplit, ...options } = withoutLimits(flags);
  const choice = { drawSplit, given: givenNames(command) };
  const request = { ...requireNew(graph, out), engine, options: parseTrainingOptions(options), ...choice };
  refuseIgnored(command, [request.options]);
  const { startRun } = await import("evenodds/internal/training");
  reportResult(await startRun(request, watch), terminal, request.out);
}

/** A run continues with the options that it began with, so any other flag would be a misunderstanding. */
function checkResume(graph: string | undefined, command: DescribedCommand): void {
  const other = givenOptions(command).find(({ long }) => long !== "--resume" && !isLimit(long));
  const found = graph ?? other?.long;
  if (found === undefined) return;
  throw new UsageError({
    argument: "--resume",
    expected: "no graph and no other flag than --memory and --timeout: the run keeps what it began with",
    found,
    hint: "leave it out, or start a new run with --out",
  });
}

function requireNew(graph: string | undefined, out: string | undefined): { graph: string; out: string } {
  if (graph !== undefined && out !== undefined) return { graph, out };
  throw new UsageError({
    argument: graph === undefined ? "graph" : "--out",
    expected: graph === undefined ? "a graph to train on" : "a folder for the run",
    found: "none",
    hint: "see evenodds train --help, or continue a run with --resume",
  });
}

function reportResult({ summary }: TrainingResult, { log }: Terminal, folder: string): void {
  const { test, epochs, bestEpoch, warnings } = summary;
  for (const warning of warnings) log(`warning: ${warning}`);
  const gap = test.equalizedOddsDifference;
  const error = test.rootMeanSquaredError;
  log(
    `trained ${epochs} epochs, best ${bestEpoch}: on ${test.nodes} test nodes ` +
      (error === null
        ? `accuracy ${test.accuracy?.toFixed(3) ?? "undefined"}`
        : `root mean squared error ${error.toPrecision(4)}`) +
      (gap === null ? "" : `, equalized odds difference ${gap.toFixed(3)} (an estimate; audit it)`),
  );
  log(`wrote ${folder}; next: evenodds export ${folder} --out model.onnx`);
}
