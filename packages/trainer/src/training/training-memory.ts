import type { Graph } from "@evenodds/core";
import type { TrainingOptions } from "./training-options.js";

/**
 * Returns the bytes that training takes at least, of N nodes with F features, E arcs and layers of width H: features,
 * as they are and as the first layer takes them (8 N F), arcs (8 E), what each layer makes (4 N H per layer), and its
 * weights with the two moments of Adam (12 F H for the first layer, 12 H² for each other).
 */
export function trainingMemory(
  { graph }: { readonly graph: Pick<Graph, "nodeCount" | "featureNames" | "source"> },
  { hidden, layers }: Pick<TrainingOptions, "hidden" | "layers">,
): number {
  const { nodeCount, featureNames, source } = graph;
  const features = featureNames.length;
  const weights = features * hidden + (layers - 1) * hidden * hidden;
  return 8 * nodeCount * features + 8 * source.length + 4 * nodeCount * hidden * layers + 12 * weights;
}
