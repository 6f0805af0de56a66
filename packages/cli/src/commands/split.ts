import { resolve } from "node:path";
import { inductiveSplit, Random, UsageError } from "@evenodds/core";
import { loadGraph, writeGraph } from "@evenodds/data";
import type { Command } from "commander";
import { parseCount, parseShare } from "../console/parse-number.js";
import { checkOutput } from "../workflows/check-output.js";
import { describeCommand, type CommandContext } from "./command-context.js";

interface Flags {
  readonly training: string;
  readonly heldOut: string;
  readonly share: number;
  readonly seed: number;
}

/** `evenodds split`: cuts a graph into two that share no node and no arc, so that one is really new to a model. */
export function splitCommand({ terminal }: CommandContext): Command {
  return describeCommand("split", {
    summary: "cut a graph into two disjoint ones, to train on one and audit on the other",
    examples: ["evenodds split samples/nba --training out/nba-a --held-out out/nba-b"],
  })
    .argument("<graph>", "folder with a graph.yaml, or a graph card")
    .requiredOption("--training <folder>", "folder to write the first graph to")
    .requiredOption("--held-out <folder>", "folder to write the second graph to")
    .option("--share <number>", "share of the nodes that is held out, in (0, 1)", parseShare, 0.5)
    .option("--seed <number>", "seed of the cut", parseCount, 0)
    .action(async (path: string, { training, heldOut, share, seed }: Flags) => {
      await checkOutput(training, { flag: "--training", kind: "new folder" });
      await checkOutput(heldOut, { flag: "--held-out", kind: "new folder" });
      if (resolve(training) === resolve(heldOut)) {
        throw new UsageError({ argument: "--held-out", expected: "another folder than --training", found: heldOut });
      }
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
