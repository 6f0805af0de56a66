import { duringWork, inductiveSplit, Random } from "@evenodds/core";
import { loadGraph, writeGraph } from "@evenodds/data";
import { checkOutput } from "evenodds/internal";
import type { SplitFlags } from "../commands/split.js";
import type { Terminal } from "../console/terminal.js";

/** Cuts a graph into two that share no node and no arc. */
export async function splitAction(
  path: string,
  { training, heldOut, share, seed }: SplitFlags,
  terminal: Pick<Terminal, "log">,
): Promise<void> {
  await checkOutput(training, { argument: "--training", kind: "new folder" });
  await checkOutput(heldOut, { argument: "--held-out", kind: "new folder" });
  const { name, graph, nodes } = await loadGraph(path);
  const parts = await duringWork({ doing: "split graph", library: null }, () =>
    inductiveSplit({ graph, nodes }, { random: Random.of(seed, "inductive split"), share }),
  );
  for (const [folder, part, suffix] of [
    [training, parts.training, "training"],
    [heldOut, parts.heldOut, "held out"],
  ] as const) {
    await writeGraph(folder, { name: `${name}, ${suffix}`, graph: part.graph, nodes: part.nodes });
    terminal.log(`wrote ${folder}: ${part.graph.nodeCount} nodes, ${part.graph.source.length} arcs`);
  }
  terminal.log(`${parts.training.cutArcs} arcs between the two are in neither`);
}
