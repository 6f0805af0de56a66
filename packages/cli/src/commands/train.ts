import type { Command } from "commander";
import { graphArgument } from "../options/graph-argument.js";
import { headings } from "../headings.js";
import { memoryOption, timeoutOption } from "../options/limit-options.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import { drawSplitOption, engineOption, trainingOptions } from "../options/training-options.js";
import type { CommandContext } from "./command-context.js";

/** Flags of `evenodds train`. */
export interface TrainFlags {
  readonly engine: string;
  readonly out?: string;
  readonly resume?: string;
  readonly drawSplit?: true;
  readonly [option: string]: unknown;
}

const trainTable: CommandTable = {
  ...headings.train,
  trains: true,
  examples: [
    "evenodds train samples/nba --method eqgnn --sensitive country --lambda 0.1 --gamma 50 --seed 7 --out runs/nba-eqgnn",
    "evenodds train --resume runs/nba-eqgnn",
  ],
  arguments: [graphArgument("[graph]")],
  options: [
    {
      flags: "--out <folder>",
      help: "folder of the run (required for a new run)",
      writes: { kind: "new folder" },
    },
    { flags: "--resume <folder>", help: "continue the run in this folder, with the options it began with" },
    engineOption,
    drawSplitOption,
    ...trainingOptions,
    memoryOption,
    timeoutOption,
  ],
};

/** `evenodds train`: learns a classifier from a graph and keeps the run in a folder. */
export function trainCommand({ terminal }: CommandContext): Command {
  const command = new DescribedCommand(trainTable);
  return command.action(async (graph: string | undefined, flags: TrainFlags) => {
    const { trainAction } = await import("../actions/train.js");
    await trainAction(graph, flags, { command, terminal });
  });
}
