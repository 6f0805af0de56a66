import { compressRows, ModelError, Random, type EdgeAttributes, type Graph, type Preprocessing } from "@evenodds/core";
import type { NamedGraph } from "./compare-on-graphs.js";

/** What the graphs of {@link proofGraphs} look like. */
export interface ProofGraphOptions {
  readonly featureCount: number;
  readonly seed: number;
  /** Names of the columns, `[featureCount]`. Default: feature_0, feature_1, … */
  readonly featureNames?: readonly string[] | undefined;
  /** Whether arcs have weights, from 0 to 2 and some of them 0. Default: false. */
  readonly edgeWeights?: boolean | undefined;
  /** How many attributes arcs have, standard normal. Default: none. */
  readonly edgeAttributes?: number | undefined;
  /** Features are drawn so that this scaling makes them standard normal. Default: standard normal as they are. */
  readonly preprocessing?: Preprocessing | undefined;
  /**
   * N and E of a file that was exported for one size; graphs of other sizes are then left out. Default: 400 and 3,000.
   */
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
 *
 * Throws {@link ModelError} with the figure for sizes below what a graph can have, or so large that no such graph is
 * drawn.
 */
export function proofGraphs(options: ProofGraphOptions): NamedGraph[] {
  const random = Random.of(options.seed, "proof graphs");
  const { nodes = 400, arcs = 3000, featureCount } = options;
  checkSize("nodes", nodes, [1, mostNodes]);
  checkSize("arcs", arcs, [0, mostArcs]);
  checkSize("features", featureCount, [0, Math.min(mostFeatures, Math.floor(mostValues / nodes))]);
  const mostAttributes = Math.floor(mostValues / Math.max(1, arcs));
  checkSize("attributes of arcs", options.edgeAttributes ?? 0, [0, Math.min(mostFeatures, mostAttributes)]);
  const hubs = drawGraph(random, { options, nodeCount: nodes, arcs: drawArcs(random, { nodes, arcs }) });
  const anySize = [
    { name: "hubs", graph: hubs },
    { name: "sorted", graph: sortedByTarget(hubs) },
  ];
  if (options.nodes !== undefined || options.arcs !== undefined) return anySize;
  return [
    ...anySize,
    { name: "no arcs", graph: drawGraph(random, { options, nodeCount: 5, arcs: loopsOf([]) }) },
    { name: "one node", graph: drawGraph(random, { options, nodeCount: 1, arcs: loopsOf([0]) }) },
  ];
}

/**
 * So that a graph fits into memory with room for what the model makes of it: a gigabyte of features, as much of arcs.
 */
const [mostValues, mostNodes, mostArcs, mostFeatures] = [2 ** 28, 2 ** 24, 2 ** 27, 2 ** 22] as const;

function checkSize(what: string, size: number, [low, high]: readonly [number, number]): void {
  if (Number.isInteger(size) && size >= low && size <= high) return;
  throw new ModelError({
    argument: `${what} of the model`,
    expected: `a number from ${low} to ${high}, so that graphs can be drawn to prove the model on`,
    found: `${size}`,
    hint: size > high ? "the file is for larger graphs than evenodds can prove it on" : "the file is damaged",
  });
}

interface Arcs {
  readonly source: Int32Array;
  readonly target: Int32Array;
}

/** Nodes 0 and 1 are hubs, the last twentieth is isolated, and so many arcs are listed twice. */
function drawArcs(random: Random, { nodes, arcs }: { nodes: number; arcs: number }): Arcs {
  const connected = Math.max(1, Math.floor(0.95 * nodes));
  const hubs = [Math.floor(0.3 * arcs), Math.floor(arcs / 6)] as const;
  const loops = Math.min(connected, Math.floor(arcs / 60));
  const repeated = Math.floor(arcs / 20);
  const source = new Int32Array(arcs);
  const target = new Int32Array(arcs);
  let length = 0;
  const between = (count: number, end: () => number) => {
    for (let i = 0; i < count; i++, length++) {
      source[length] = random.integer(connected);
      target[length] = end();
    }
  };
  between(arcs - hubs[0] - hubs[1] - loops - repeated, () => random.integer(connected));
  between(hubs[0], () => 0);
  between(hubs[1], () => Math.min(1, connected - 1));
  for (let node = 0; node < loops; node++, length++) source[length] = target[length] = node;
  source.copyWithin(length, 0, repeated);
  target.copyWithin(length, 0, repeated);
  const order = random.shuffle(source.map((_, arc) => arc));
  return inOrder({ source, target }, order);
}

/** Loops of some nodes. */
function loopsOf(nodes: readonly number[]): Arcs {
  return { source: Int32Array.from(nodes), target: Int32Array.from(nodes) };
}

function inOrder({ source, target }: Arcs, order: Int32Array): Arcs {
  return { source: order.map((arc) => source[arc]!), target: order.map((arc) => target[arc]!) };
}

function drawGraph(
  random: Random,
  { options, nodeCount, arcs }: { options: ProofGraphOptions; nodeCount: number; arcs: Arcs },
): Graph {
  const { featureCount, featureNames, preprocessing, edgeWeights = false, edgeAttributes: width = 0 } = options;
  const raw = (column: number) => {
    const scale = preprocessing?.scale[column] ?? 1;
    const shift = preprocessing?.shift[column] ?? 0;
    // A constant column of the training graph has scale 0: any value will do.
    return scale === 0 ? random.normal() : (random.normal() - shift) / scale;
  };
  const features = Float32Array.from({ length: nodeCount * featureCount }, (_, i) => raw(i % featureCount));
  // Drawn last, so that a graph is the same with and without them.
  const edgeWeight = Float32Array.from(edgeWeights ? arcs.source : [], () => Math.max(0, 2.2 * random.uniform() - 0.2));
  const values = Float32Array.from({ length: width * arcs.source.length }, () => random.normal());
  const names = Array.from({ length: width }, (_, at) => `attribute_${at}`);
  return {
    nodeCount,
    ...arcs,
    ...(edgeWeights ? { edgeWeight } : {}),
    ...(width > 0 ? { edgeAttributes: { names, values } } : {}),
    features,
    featureNames: featureNames ?? Array.from({ length: featureCount }, (_, column) => `feature_${column}`),
    nodeIds: Array.from({ length: nodeCount }, (_, node) => `${node}`),
  };
}

function sortedByTarget(graph: Graph): Graph {
  const { nodeCount, source, target, edgeWeight, edgeAttributes } = graph;
  const arcs = source.map((_, arc) => arc);
  const { column: order } = compressRows(target, arcs, nodeCount);
  return {
    ...graph,
    ...inOrder(graph, order),
    ...(edgeWeight && { edgeWeight: Float32Array.from(order, (arc) => edgeWeight[arc]!) }),
    ...(edgeAttributes && { edgeAttributes: { ...edgeAttributes, values: rowsInOrder(edgeAttributes, order) } }),
  };
}

function rowsInOrder({ names: { length: width }, values }: EdgeAttributes, order: Int32Array): Float32Array {
  return values.map((_, i) => values[order[Math.floor(i / width)]! * width + (i % width)]!);
}
