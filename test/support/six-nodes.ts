import type { Graph } from "@evenodds/core";

/**
 * Six nodes n0 … n5 with two features each, `left` and `right`, on a ring of six arcs. Under the model
 * `logits = features` nodes n0, n1 and n4 get class 0, the others class 1. Parts can be replaced.
 */
export function sixNodes(parts: Partial<Graph> = {}): Graph {
  return {
    nodeCount: 6,
    source: Int32Array.of(0, 1, 2, 3, 4, 5),
    target: Int32Array.of(1, 2, 3, 4, 5, 0),
    features: Float32Array.of(2, 1, 3, 0, 0, 1, 1, 2, 5, 4, -1, 0),
    featureNames: ["left", "right"],
    nodeIds: ["n0", "n1", "n2", "n3", "n4", "n5"],
    ...parts,
  };
}
