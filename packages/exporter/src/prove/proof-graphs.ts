import { Random, type Graph, type Preprocessing } from "@evenodds/core";
import type { NamedGraph } from "./compare-on-graphs.js";

/** What the graphs of {@link proofGraphs} look like. */
export interface ProofGraphOptions {
  readonly featureCount: number;
  readonly seed: number;
  /** Names of the columns, `[featureCount]`. Default: feature_0, feature_1, … */
  readonly featureNames?: readonly string[] | undefined;
  /** Features are drawn so that this scaling makes them standard normal. Default: standard normal as they are. */
  readonly preprocessing?: Preprocessing | undefined;
  /** N and E of a file that was exported for one size; graphs of other sizes are then left out. Default: 400 and 3,000. */
  readonly nodes?: number | undefined;
  readonly arcs?: number | undefined;
}

/**
 * Returns small random graphs on which an exported model is proved. The same options give the same graphs.
 *
 * - `hubs`: 400 nodes, 3,000 arcs in no order, two hubs, isolated nodes, arcs listed twice, self loops;
 * - `sorted`: the same arcs, sorted by target, because exported graphs treat those another way;
 * - `no arcs`: 5 nodes;
 * - `one node`: a node with a self loop.
 *
 * Where `nodes` or `arcs` are given, there are the first two only, in these sizes.
 */
export function proofGraphs(options: ProofGraphOptions): NamedGraph[] {
  const random = Random.of(options.seed, "proof graphs");
  const { nodes = 400, arcs = 3000 } = options;
  const hubs = drawGraph(random, { options, nodeCount: nodes, arcs: drawArcs(random, { nodes, arcs }) });
  const anySize = [
    { name: "hubs", graph: hubs },
    { name: "sorted", graph: sortedByTarget(hubs) },
  ];
  if (options.nodes !== undefined || options.arcs !== undefined) return anySize;
  return [
    ...anySize,
    { name: "no arcs", graph: drawGraph(random, { options, nodeCount: 5, arcs: [] }) },
    { name: "one node", graph: drawGraph(random, { options, nodeCount: 1, arcs: [[0, 0]] }) },
  ];
}

type Arc = readonly [source: number, target: number];

/** Nodes 0 and 1 are hubs, the last twentieth is isolated, and so many arcs are listed twice. */
function drawArcs(random: Random, { nodes, arcs }: { nodes: number; arcs: number }): Arc[] {
  const connected = Math.max(1, Math.floor(0.95 * nodes));
  const hubs = [Math.floor(0.3 * arcs), Math.floor(arcs / 6)] as const;
  const loops = Math.min(connected, Math.floor(arcs / 60));
  const repeated = Math.floor(arcs / 20);
  const between = (count: number, target: () => number) =>
    Array.from({ length: count }, (): Arc => [random.integer(connected), target()]);
  const drawn = [
    ...between(arcs - hubs[0] - hubs[1] - loops - repeated, () => random.integer(connected)),
    ...between(hubs[0], () => 0),
    ...between(hubs[1], () => Math.min(1, connected - 1)),
    ...Array.from({ length: loops }, (_, node): Arc => [node, node]),
  ];
  return random.shuffle([...drawn, ...drawn.slice(0, repeated)]);
}

function drawGraph(
  random: Random,
  { options, nodeCount, arcs }: { options: ProofGraphOptions; nodeCount: number; arcs: readonly Arc[] },
): Graph {
  const { featureCount, featureNames, preprocessing } = options;
  const raw = (column: number) => {
    const scale = preprocessing?.scale[column] ?? 1;
    const shift = preprocessing?.shift[column] ?? 0;
    // A constant column of the training graph has scale 0: any value will do.
    return scale === 0 ? random.normal() : (random.normal() - shift) / scale;
  };
  return {
    nodeCount,
    source: Int32Array.from(arcs, ([source]) => source),
    target: Int32Array.from(arcs, ([, target]) => target),
    features: Float32Array.from({ length: nodeCount * featureCount }, (_, i) => raw(i % featureCount)),
    featureNames: featureNames ?? Array.from({ length: featureCount }, (_, column) => `feature_${column}`),
    nodeIds: Array.from({ length: nodeCount }, (_, node) => `${node}`),
  };
}

function sortedByTarget(graph: Graph): Graph {
  const order = Int32Array.from(graph.target.keys()).sort((a, b) => graph.target[a]! - graph.target[b]!);
  return {
    ...graph,
    source: order.map((arc) => graph.source[arc]!),
    target: order.map((arc) => graph.target[arc]!),
  };
}
