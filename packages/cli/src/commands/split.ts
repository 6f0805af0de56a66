import type { Command } from "commander";
import { parseCount, parseShare } from "../console/parse-number.js";
import { graphArgument } from "../options/graph-argument.js";
import { headings } from "../headings.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

/** Flags of `evenodds split`. */
export interface SplitFlags {
  readonly training: string;
  readonly heldOut: string;
  readonly share: number;
  readonly seed: number;
}

const splitTable: CommandTable = {
  ...headings.split,
  examples: ["evenodds split samples/nba --training out/nba-a --held-out out/nba-b"],
  arguments: [graphArgument("<graph>")],
  options: [
    {
      flags: "--training <folder>",
      help: "folder to write the first graph to",
      mandatory: true,
      writes: { kind: "new folder" },
    },
    {
      flags: "--held-out <folder>",
      help: "folder to write the second graph to",
      mandatory: true,
      writes: { kind: "new folder" },
    },
    {
      flags: "--share <number>",
      help: "share of the nodes that is held out, in (0, 1)",
      parse: parseShare,
      standard: 0.5,
    },
    { flags: "--seed <number>", help: "seed of the cut", parse: parseCount, standard: 0 },
  ],
};

/** `evenodds split`: cuts a graph into two that share no node and no arc, so that one is really new to a model. */
export function splitCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(splitTable).action(async (graph: string, flags: SplitFlags) => {
    const { splitAction } = await import("../actions/split.js");
    await splitAction(graph, flags, terminal);
  });
}
