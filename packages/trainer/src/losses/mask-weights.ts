/**
 * Returns `[N]` weights of the nodes of one mask for a mean over it, summing to 1; 0 on every other node. `nodes` are
 * the indices of the mask, all labelled.
 *
 * - `balanced`: proportional to 1 / n_c, where n_c counts the node's class in this same mask, so that every class that
 *   occurs has the same total weight (official code).
 * - `uniform`: 1 / n (paper).
 */
export function maskWeights(
  label: Int32Array,
  { nodes, classCount, weighting }: { nodes: Int32Array; classCount: number; weighting: "balanced" | "uniform" },
): Float32Array {
  const weights = new Float32Array(label.length);
  const perClass = new Float64Array(classCount);
  for (const node of nodes) perClass[label[node]!]!++;
  const classes = perClass.reduce((count, n) => count + (n > 0 ? 1 : 0), 0);
  for (const node of nodes) {
    weights[node] = weighting === "uniform" ? 1 / nodes.length : 1 / (classes * perClass[label[node]!]!);
  }
  return weights;
}
