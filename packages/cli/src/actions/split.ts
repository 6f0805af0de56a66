import { basename, dirname, resolve } from "node:path";
import { duringWork, inductiveSplit, Random, splitAmong, UsageError } from "@evenodds/core";
import { graphOutput, loadGraph, removeLeftovers, writeTogether } from "@evenodds/data";
import { checkOutput } from "evenodds/internal";
import type { SplitFlags } from "../commands/split.js";
import type { Terminal } from "../console/terminal.js";

/** Cuts a graph into two that share no node and no arc. */
export async function splitAction(
  path: string,
  { training, heldOut, share, seed }: SplitFlags,
  terminal: Pick<Terminal, "log">,
): Promise<void> {
  await settleKilled([training, heldOut]);
  await checkOutput(training, { argument: "--training", kind: "new folder" });
  await checkOutput(heldOut, { argument: "--held-out", kind: "new folder" });
  const { name, graph, nodes, notes, split } = await loadGraph(path);
  for (const note of notes) terminal.log(`note: ${note}`);
  if (split !== undefined) terminal.log(`note: the split of ${split.from} goes along, as a column of the nodes.`);
  const parts = await duringWork({ doing: "split graph", library: null }, () =>
    inductiveSplit({ graph, nodes }, { random: Random.of(seed, "inductive split"), share }),
  );
  const outputs = [
    { folder: training, part: parts.training, suffix: "training" },
    { folder: heldOut, part: parts.heldOut, suffix: "held out" },
  ];
  await writeTogether(
    outputs.map(({ folder, part, suffix }) => {
      const { graph, nodes, kept } = part;
      const ownSplit = split && splitAmong(split.parts, kept);
      return graphOutput(folder, { name: `${name}, ${suffix}`, graph, nodes, split: ownSplit });
    }),
  );
  for (const { folder, part } of outputs) {
    terminal.log(`wrote ${folder}: ${part.graph.nodeCount} nodes, ${part.graph.source.length} arcs`);
  }
  terminal.log(`${parts.training.cutArcs} arcs between the two are in neither`);
}

/** Puts in place what a split that was killed had ready, and then refuses: it may have been another one. */
async function settleKilled(folders: readonly string[]): Promise<void> {
  const settled: string[][] = [];
  for (const folder of folders.map((path) => resolve(path))) {
    settled.push(await removeLeftovers(dirname(folder), basename(folder)));
  }
  const filled = settled.flat();
  if (filled.length === 0) return;
  throw new UsageError({
    argument: "--training and --held-out",
    expected: "a new or empty folder for each",
    found: `what a command that was killed had ready, and what is in place now: ${filled.join(", ")}`,
    hint: "use it, or choose other folders",
  });
}
