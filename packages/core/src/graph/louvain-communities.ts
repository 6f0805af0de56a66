import { IntegerIndex } from "../collections/integer-index.js";
import type { Random } from "../random/random.js";
import type { Communities } from "./communities.js";
import type { Graph } from "./graph.js";

/** A partition of nodes into communities, and how good it is. */
export interface LouvainCommunities extends Communities {
  /** Share of arcs within communities beyond what the degrees alone would give; null without arcs. */
  readonly modularity: number | null;
}

/**
 * Finds communities of large modularity with the Louvain method: nodes move to the neighbouring community that raises
 * the modularity most, then communities become nodes, until nothing moves. It splits dense graphs that label
 * propagation (`communities`) takes for one community, and takes more time and memory. Arcs count in both directions,
 * self loops not at all; two nodes with arcs both ways are tied twice as strongly as with one. `resolution` above 1
 * gives more and smaller communities (default 1). An isolated node is one of its own. A community need not be
 * connected.
 *
 * Source: Blondel, Guillaume, Lambiotte and Lefebvre 2008; the implementation of graphology.
 */
export async function louvainCommunities(
  graph: Graph,
  { random, resolution = 1 }: { readonly random: Random; readonly resolution?: number | undefined },
): Promise<LouvainCommunities> {
  const { nodeCount } = graph;
  const ties = tiesOf(graph);
  if (ties.weight.length === 0) {
    return { community: Int32Array.from({ length: nodeCount }, (_, n) => n), count: nodeCount, modularity: null };
  }
  const louvain = await loadLibrary();
  const options = { rng: () => random.uniform(), resolution, getEdgeWeight: "weight" };
  const found = louvain.detailed(asGraphology(ties, nodeCount), options);
  const numbers = new IntegerIndex();
  const community = Int32Array.from({ length: nodeCount }, (_, node) => numbers.add(found.communities[node]!));
  return { community, count: numbers.size, modularity: found.modularity };
}

/** Pairs of tied nodes in the order in which they are first listed, with their ends as in that arc. */
interface Ties {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** How many arcs there are between the two. */
  readonly weight: Int32Array;
}

function tiesOf({ nodeCount, source, target }: Graph): Ties {
  const pairs = new IntegerIndex(source.length);
  const from = new Int32Array(source.length);
  const to = new Int32Array(source.length);
  const weight = new Int32Array(source.length);
  for (let arc = 0; arc < source.length; arc++) {
    const [s, t] = [source[arc]!, target[arc]!];
    if (s === t) continue;
    const tie = pairs.add(s > t ? s * nodeCount + t : t * nodeCount + s);
    if (weight[tie]!++ > 0) continue;
    from[tie] = s;
    to[tie] = t;
  }
  const size = pairs.size;
  return { from: from.subarray(0, size), to: to.subarray(0, size), weight: weight.subarray(0, size) };
}

/**
 * Returns what the library reads of a graph. It copies it into arrays of its own, so that a graph of objects, which
 * takes half a kilobyte a tie and ends at 2^24 of them, would be built in vain.
 */
function asGraphology({ from, to, weight }: Ties, nodeCount: number): LouvainGraph {
  const degree = new Int32Array(nodeCount);
  for (const ends of [from, to]) for (const node of ends) degree[node]!++;
  const read = {
    type: "undirected",
    multi: false,
    order: nodeCount,
    size: from.length,
    selfLoopCount: 0,
    undirectedDegreeWithoutSelfLoops: (node: number) => degree[node]!,
    forEachNode(visit: (node: number) => void) {
      for (let node = 0; node < nodeCount; node++) visit(node);
    },
    forEachEdge(visit: (tie: number, attributes: { readonly weight: number }, from: number, to: number) => void) {
      for (let tie = 0; tie < from.length; tie++) visit(tie, { weight: weight[tie]! }, from[tie]!, to[tie]!);
    },
    // By these two, which it does not call, the library knows a graph.
    addUndirectedEdgeWithKey: never,
    dropNode: never,
  };
  return read as unknown as LouvainGraph;
}

function never(): never {
  throw new TypeError("the graph is only read");
}

type LouvainLibrary = (typeof import("graphology-communities-louvain"))["default"];
type LouvainGraph = Parameters<LouvainLibrary["detailed"]>[0];

/** Loaded on use: most who import this package never ask for it. */
function loadLibrary(): Promise<LouvainLibrary> {
  // The types describe an ES module, but the default export of a CommonJS module is its function itself.
  return import("graphology-communities-louvain").then(({ default: found }) => found as unknown as LouvainLibrary);
}
