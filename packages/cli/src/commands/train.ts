import { UsageError } from "@evenodds/core";
import type { TrainingResult } from "@evenodds/trainer";
import { parseTrainingOptions } from "@evenodds/trainer/options";
import type { Command } from "commander";
import type { WatchRun } from "evenodds/internal/training";
import { logDataNotes } from "../console/log-data-notes.js";
import type { Terminal } from "../console/terminal.js";
import { trainingProgress } from "../console/training-progress.js";
import { givenOptions } from "../options/check-options.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import { refuseIgnored } from "../options/refuse-ignored.js";
import { engineOption, trainingOptions } from "../options/training-options.js";
import type { CommandContext } from "./command-context.js";

interface Flags {
  readonly engine: string;
  readonly out?: string;
  readonly resume?: string;
  readonly [option: string]: unknown;
}

const trainTable: CommandTable = {
  name: "train",
  summary: "train a node classifier and keep the run in a folder",
  examples: [
    "evenodds train samples/nba --method eqgnn --sensitive country --lambda 0.1 --gamma 50 --seed 7 --out runs/nba-eqgnn",
    "evenodds train --resume runs/nba-eqgnn",
  ],
  arguments: [{ name: "[graph]", help: "folder with a graph.yaml, or a graph card", reads: "graph" }],
  options: [
    {
      flags: "--out <folder>",
      help: "folder of the run (required for a new run)",
      writes: { kind: "new folder" },
    },
    { flags: "--resume <folder>", help: "continue the run in this folder, with the options it began with" },
    engineOption,
    ...trainingOptions,
  ],
};

/** `evenodds train`: learns a classifier from a graph and keeps the run in a folder. */
export function trainCommand({ terminal }: CommandContext): Command {
  const command = new DescribedCommand(trainTable);
  return command.action(async (graph: string | undefined, flags: Flags) => {
    // Only training and exporting load TensorFlow.js.
    const { resumeRun, startRun } = await import("evenodds/internal/training");
    const watch = watchRun(terminal);
    if (flags.resume !== undefined) {
      checkResume(graph, command);
      reportResult(await resumeRun(flags.resume, watch), terminal, flags.resume);
      return;
    }
    const { engine, out, ...options } = flags;
    const request = { ...requireNew(graph, out), engine, options: parseTrainingOptions(options) };
    refuseIgnored(command, [request.options]);
    reportResult(await startRun(request, watch), terminal, request.out);
  });
}

/** Shows the progress of one run on a terminal, and stops it on Ctrl-C. */
export function watchRun(terminal: Terminal): WatchRun {
  return ({ graph, engine, epochsDone, options }) => {
    const { nodes, arcs, features } = graph.findings;
    terminal.log(
      `${graph.name}: ${nodes} nodes, ${arcs} arcs, ${features} features, ${graph.labelled} labelled; engine ${engine}`,
    );
    logDataNotes(graph, terminal);
    const progress = trainingProgress(terminal, { title: options.method, epochs: options.epochs, done: epochsDone });
    const { signal, release } = terminal.catchInterrupt();
    // A second Ctrl-C ends the process, and would leave a hidden cursor behind.
    signal.addEventListener("abort", progress.finish, { once: true });
    return {
      signal,
      onEpoch: progress.onEpoch,
      finish: () => {
        progress.finish();
        release();
      },
    };
  };
}

/** A run continues with the options that it began with, so any other flag would be a misunderstanding. */
function checkResume(graph: string | undefined, command: DescribedCommand): void {
  const other = givenOptions(command).find(({ long }) => long !== "--resume");
  const found = graph ?? other?.long;
  if (found === undefined) return;
  throw new UsageError({
    argument: "--resume",
    expected: "no graph and no other flag: the run keeps what it began with",
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
