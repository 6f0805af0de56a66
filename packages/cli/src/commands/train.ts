import { Option, type Command } from "commander";
import { engineNames, parseTrainingOptions, trainingOptionsSchema, type TrainingResult } from "@evenodds/trainer";
import { parseCount, parseNumber } from "../console/parse-number.js";
import { trainingProgress, type TrainingProgress } from "../console/training-progress.js";
import { checkRequest, resumeRun, startRun, type RunHooks } from "../workflows/training-run.js";
import { describeCommand, type CommandContext } from "./command-context.js";
import type { Terminal } from "../console/terminal.js";
import { UsageError } from "@evenodds/core";

const defaults = trainingOptionsSchema.parse({});

interface Flags {
  readonly engine: string;
  readonly out?: string;
  readonly resume?: string;
  readonly [option: string]: unknown;
}

/** `evenodds train`: learns a classifier from a graph and keeps the run in a folder. */
export function trainCommand({ terminal }: CommandContext): Command {
  return describeCommand("train", {
    summary: "train a node classifier and keep the run in a folder",
    example:
      "evenodds train samples/nba --method eqgnn --sensitive country --lambda 0.1 --gamma 50 --seed 7 --out runs/nba-eqgnn",
  })
    .argument("[graph]", "folder with a graph.yaml, or a graph card")
    .option("--out <folder>", "folder of the run (required for a new run)")
    .option("--resume <folder>", "go on with the run in this folder")
    .addOption(new Option("--engine <name>", "where to compute").choices(engineNames).default("auto"))
    .addOption(new Option("--method <name>", "how to learn").choices(["gcn", "eqgnn"]).default(defaults.method))
    .addOption(
      new Option("--mode <name>", "follow the paper's published code or its text")
        .choices(["official", "paper"])
        .default(defaults.mode),
    )
    .option("--sensitive <column>", "sensitive attribute to equalize")
    .option("--lambda <number>", "weight of adversary and covariance", parseNumber, defaults.lambda)
    .option("--gamma <number>", "weight of the covariance within them", parseNumber, defaults.gamma)
    .addOption(
      new Option("--scale <method>", "scaling of the features, part of the exported model")
        .choices(["none", "min-max", "z-score"])
        .default(defaults.scale),
    )
    .option("--hidden <width>", "width of the hidden layers", parseCount, defaults.hidden)
    .option("--dropout <rate>", "dropout rate in [0, 1)", parseNumber, defaults.dropout)
    .option("--no-discriminator-sees-hidden", "keep the last hidden layer from the discriminator")
    .option("--learning-rate <number>", "step size of Adam", parseNumber, defaults.learningRate)
    .option("--epochs <count>", "most epochs", parseCount, defaults.epochs)
    .option(
      "--patience <count>",
      "epochs without a better validation loss before stopping",
      parseCount,
      defaults.patience,
    )
    .option("--seed <number>", "seed of everything random", parseCount, defaults.seed)
    .option("--split-seed <number>", "seed of the split alone", parseCount)
    .option("--train-share <number>", "share of labelled nodes to train on", parseNumber, defaults.trainShare)
    .option("--validation-share <number>", "share of labelled nodes to stop by", parseNumber, defaults.validationShare)
    .addOption(
      new Option("--stratify <by>", "keep these shares equal in all parts of the split")
        .choices(["none", "label", "label-and-sensitive"])
        .default(defaults.stratify),
    )
    .action(async (graph: string | undefined, flags: Flags) => {
      const { engine, out, resume, ...options } = flags;
      checkRequest(graph, resume);
      const watch = watchRun(terminal);
      try {
        const result =
          graph === undefined
            ? await resumeRun(resume!, watch.hooks)
            : await startRun(
                { graph, engine, options: parseTrainingOptions(options), out: requireOut(out) },
                watch.hooks,
              );
        watch.finish();
        reportResult(result, terminal, (out ?? resume)!);
      } finally {
        watch.finish();
      }
    });
}

/** Shows the progress of one run on a terminal. */
export function watchRun(terminal: Terminal): { hooks: RunHooks; finish: () => void } {
  let progress: TrainingProgress | undefined;
  return {
    hooks: {
      signal: terminal.signal,
      onStart: ({ graph, engine, epochsDone, options }) => {
        const { nodes, arcs, features } = graph.findings;
        terminal.log(
          `${graph.name}: ${nodes} nodes, ${arcs} arcs, ${features} features, ${graph.labelled} labelled; engine ${engine}`,
        );
        progress = trainingProgress(terminal, { title: options.method, epochs: options.epochs, done: epochsDone });
        return progress.onEpoch;
      },
    },
    finish: () => progress?.finish(),
  };
}

function requireOut(out: string | undefined): string {
  if (out !== undefined) return out;
  throw new UsageError({ argument: "--out", expected: "a folder for the run", found: "none" });
}

function reportResult({ summary }: TrainingResult, { log }: Terminal, folder: string): void {
  const { test, epochs, bestEpoch, warnings } = summary;
  for (const warning of warnings) log(`warning: ${warning}`);
  const gap = test.equalizedOddsDifference;
  log(
    `trained ${epochs} epochs, best ${bestEpoch}: on ${test.nodes} test nodes accuracy ${test.accuracy?.toFixed(3) ?? "undefined"}` +
      (gap === null ? "" : `, equalized odds difference ${gap.toFixed(3)} (an estimate; audit it)`),
  );
  log(`wrote ${folder}; next: evenodds export ${folder} --out model.onnx`);
}
