import type { Graph } from "@evenodds/core";

/** Arcs as a model is given them. */
export interface WeightedArcs {
  /** `[E]` */
  readonly source: Int32Array;
  /** `[E]` */
  readonly target: Int32Array;
  /** `[E]` */
  readonly weight: Float32Array;
}

/**
 * Returns the arcs of a graph without self loops in their order, then a self loop for every node, `[E' + N]`, with the
 * weights `w / √(d_source · d_target)`, where d is the sum of the weights of the arcs that end in a node. A self loop
 * that the graph lists keeps its weight, the last of several; others weigh 1. Nodes with d = 0 give 0. Source: PyG's
 * `gcn_norm` with `add_remaining_self_loops`.
 */
export function gcnArcs({ nodeCount, source, target, edgeWeight }: Graph): WeightedArcs {
  const loop = new Float32Array(nodeCount).fill(1);
  let kept = 0;
  for (let e = 0; e < source.length; e++) {
    if (source[e] === target[e]) loop[source[e]!] = edgeWeight?.[e] ?? 1;
    else kept++;
  }
  const size = kept + nodeCount;
  const arcs = { source: new Int32Array(size), target: new Int32Array(size), weight: new Float32Array(size) };
  let place = 0;
  const add = (from: number, to: number, weight: number) => {
    arcs.source[place] = from;
    arcs.target[place] = to;
    arcs.weight[place++] = weight;
  };
  for (let e = 0; e < source.length; e++) {
    if (source[e] !== target[e]) add(source[e]!, target[e]!, edgeWeight?.[e] ?? 1);
  }
  for (let n = 0; n < nodeCount; n++) add(n, n, loop[n]!);
  return { ...arcs, weight: normalized(arcs, nodeCount) };
}

/**
 * Returns the weights `w / √(d_source · d_target)` of the arcs of a graph as they are, `[E]`, where d is the sum of the
 * weights of the arcs that end in a node, 0 at nodes with d = 0. Source: PyG's `gcn_norm` with `add_self_loops=False`.
 */
export function gcnWeights({ nodeCount, source, target, edgeWeight }: Graph): Float32Array {
  const weight = edgeWeight ?? new Float32Array(source.length).fill(1);
  return normalized({ source, target, weight }, nodeCount);
}

function normalized({ source, target, weight }: WeightedArcs, nodeCount: number): Float32Array {
  const degree = new Float64Array(nodeCount);
  weight.forEach((w, e) => (degree[target[e]!]! += w));
  const factor = degree.map((sum) => (sum > 0 ? 1 / Math.sqrt(sum) : 0));
  return weight.map((w, e) => w * factor[source[e]!]! * factor[target[e]!]!);
}
