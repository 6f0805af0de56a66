import { inductiveSplit, Random } from "@evenodds/core";
import { loadGraph, writeGraph } from "@evenodds/data";
import type { Command } from "commander";
import { checkOutput } from "evenodds/internal";
import { parseCount, parseShare } from "../console/parse-number.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

interface Flags {
  readonly training: string;
  readonly heldOut: string;
  readonly share: number;
  readonly seed: number;
}

const splitTable: CommandTable = {
  name: "split",
  summary: "cut a graph into two disjoint ones, to train on one and audit on the other",
  examples: ["evenodds split samples/nba --training out/nba-a --held-out out/nba-b"],
  arguments: [{ name: "<graph>", help: "folder with a graph.yaml, or a graph card", reads: "graph" }],
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
  return new DescribedCommand(splitTable).action(async (path: string, { training, heldOut, share, seed }: Flags) => {
    await checkOutput(training, { flag: "--training", kind: "new folder" });
    await checkOutput(heldOut, { flag: "--held-out", kind: "new folder" });
    const { name, graph, nodes } = await loadGraph(path);
    const parts = inductiveSplit({ graph, nodes }, { random: Random.of(seed, "inductive split"), share });
    for (const [folder, part, suffix] of [
      [training, parts.training, "training"],
      [heldOut, parts.heldOut, "held out"],
    ] as const) {
      await writeGraph(folder, { name: `${name}, ${suffix}`, graph: part.graph, nodes: part.nodes });
      terminal.log(`wrote ${folder}: ${part.graph.nodeCount} nodes, ${part.graph.source.length} arcs`);
    }
    terminal.log(`${parts.training.cutArcs} arcs between the two are in neither`);
  });
}
