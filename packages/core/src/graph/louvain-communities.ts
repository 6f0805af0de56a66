import type { Random } from "../random/random.js";
import type { Communities } from "./communities.js";
import type { Graph } from "./graph.js";

/** A partition of nodes into communities, and how good it is. */
export interface LouvainCommunities extends Communities {
  /** Share of arcs within communities beyond what the degrees alone would give; null without arcs. */
  readonly modularity: number | null;
}

/**
 * Finds communities of large modularity with the Louvain method: nodes move to the neighbouring community that raises the
 * modularity most, then communities become nodes, until nothing moves. It splits dense graphs that label propagation
 * (`communities`) takes for one community, and takes more time and memory. Arcs count in both directions, self loops not at
 * all; two nodes with arcs both ways are tied twice as strongly as with one. `resolution` above 1 gives more and smaller
 * communities (default 1). An isolated node is one of its own. A community need not be connected.
 *
 * Source: Blondel, Guillaume, Lambiotte and Lefebvre 2008; the implementation of graphology.
 */
export async function louvainCommunities(
  graph: Graph,
  { random, resolution = 1 }: { readonly random: Random; readonly resolution?: number | undefined },
): Promise<LouvainCommunities> {
  const { UndirectedGraph, louvain } = await loadLibrary();
  const { nodeCount, source, target } = graph;
  const tied = new UndirectedGraph<object, { weight: number }>();
  for (let node = 0; node < nodeCount; node++) tied.addNode(node);
  for (let arc = 0; arc < source.length; arc++) {
    const [from, to] = [source[arc]!, target[arc]!];
    if (from === to) continue;
    const edge = tied.edge(from, to);
    if (edge === undefined) tied.addUndirectedEdge(from, to, { weight: 1 });
    else tied.updateEdgeAttribute(edge, "weight", (weight) => (weight ?? 0) + 1);
  }
  if (tied.size === 0) {
    return { community: Int32Array.from({ length: nodeCount }, (_, n) => n), count: nodeCount, modularity: null };
  }
  const options = { rng: () => random.uniform(), resolution, getEdgeWeight: "weight" };
  const found = louvain.detailed(tied, options);
  const numbers = new Map<number, number>();
  const community = new Int32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    const name = found.communities[node]!;
    if (!numbers.has(name)) numbers.set(name, numbers.size);
    community[node] = numbers.get(name)!;
  }
  return { community, count: numbers.size, modularity: found.modularity };
}

/** Loaded on use: most who import this package never ask for it. */
async function loadLibrary() {
  const [{ UndirectedGraph }, { default: found }] = await Promise.all([
    import("graphology"),
    import("graphology-communities-louvain"),
  ]);
  // The types describe an ES module, but the default export of a CommonJS module is its function itself.
  const louvain = found as typeof found & typeof found.default;
  return { UndirectedGraph, louvain };
}
