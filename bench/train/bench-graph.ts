import { fileURLToPath } from "node:url";
import { loadGraph, syntheticGraph } from "@evenodds/data";
import type { TrainingData } from "@evenodds/trainer";

/** Graphs that training is timed on. */
export const graphNames = ["nba", "pokec-size"] as const;
export type GraphName = (typeof graphNames)[number];

/**
 * Returns one of them with the name of its attribute: the NBA sample, where the overhead of single operations counts,
 * or a synthetic graph of the size of Pokec (67,796 nodes, 276 features, 1,235,916 arcs), where arithmetic does.
 */
export async function benchGraph(name: GraphName): Promise<{ data: TrainingData; attribute: string }> {
  const { graph, nodes } =
    name === "nba"
      ? await loadGraph(fileURLToPath(new URL("../../samples/nba/graph.yaml", import.meta.url)))
      : syntheticGraph({ seed: 7, nodes: 67_796, features: 276, edges: 617_958 });
  return { data: { graph, nodes, name, sha256: "" }, attribute: nodes.sensitive[0]!.name };
}
