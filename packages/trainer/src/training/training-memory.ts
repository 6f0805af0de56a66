import type { Graph } from "@evenodds/core";
import type { TrainingOptions } from "./training-options.js";

/**
 * Returns the bytes that training takes at least, of N nodes with F features, E arcs and layers of width H: features,
 * as they are and as the first layer takes them (8 N F), arcs (8 E), and what each layer makes (4 N H per layer).
 */
export function trainingMemory(
  { graph }: { readonly graph: Pick<Graph, "nodeCount" | "featureNames" | "source"> },
  { hidden, layers }: Pick<TrainingOptions, "hidden" | "layers">,
): number {
  const { nodeCount, featureNames, source } = graph;
  return 8 * nodeCount * featureNames.length + 8 * source.length + 4 * nodeCount * hidden * layers;
}
