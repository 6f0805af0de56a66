import { beginWork, IntegerIndex, UsageError, type Random } from "@evenodds/core";
import { type Arcs, sortedArcs } from "../load/sorted-arcs.js";
import { powerLawWeights, drawWeightedNode, weightedNodes, type WeightedNodes } from "./weighted-nodes.js";

/** How many draws an edge may need on average before the wanted number counts as out of reach. */
const drawsPerEdge = 50;
/** Edges after which it is told how many there are. */
export const toldEvery = 1 << 16;
/** How often an edge is tried from the node that still needs one. */
const patience = 20;

interface EdgeMix {
  readonly edges: number;
  /** Edges whose ends have the same group, and whose ends have the same label: exactly so many. */
  readonly sameGroup: number;
  readonly sameLabel: number;
  readonly group: Int32Array;
  readonly label: Int32Array;
  readonly classes: number;
  readonly degreeExponent: number;
}

/**
 * Returns both arcs of `edges` distinct edges without self loops, sorted by (target, source), of which exactly
 * `sameGroup` stay within a group and exactly `sameLabel` within a label; the two are independent of each other, and
 * counts are rounded to whole edges. Ends are drawn in proportion to power-law weights. Where there are as many edges
 * as nodes or more, every node has one, unless no partner of the wanted kind was found for it.
 *
 * Throws {@link UsageError} where so many edges cannot be placed.
 */
export function mixedEdges(random: Random, mix: EdgeMix): Arcs {
  const { edges, group, label, classes } = mix;
  const nodeCount = group.length;
  const weight = powerLawWeights(random, nodeCount, mix.degreeExponent);
  const everywhere = weightedNodes(weight, { cell: new Int32Array(nodeCount), cells: 1 })[0]!;
  const needy = random.shuffle(Int32Array.from({ length: edges >= nodeCount ? nodeCount : 0 }, (_, i) => i));
  const kinds = random.shuffle(edgeKinds(mix));
  const partners = partnersOf(weight, { group, label, classes });
  const placed = new IntegerIndex(edges);
  let draws = 0;
  const work = beginWork({ doing: "draw edges", library: null });
  try {
    for (let e = 0; e < edges; e++) {
      if (e % toldEvery === 0) work.advance({ done: e, total: edges, unit: "edges" });
      for (let tries = 0; placed.size === e; tries++) {
        if (draws++ > drawsPerEdge * edges) throw outOfReach(mix, e);
        const a = e < needy.length && tries < patience ? needy[e]! : drawWeightedNode(everywhere, random);
        const candidates = partners(a, kinds[e]!);
        if (candidates.nodes.length === 0) continue;
        const b = drawWeightedNode(candidates, random);
        if (a !== b) placed.add(a > b ? a * nodeCount + b : b * nodeCount + a);
      }
    }
  } finally {
    work.end();
  }
  return undirectedArcs(placed.keys, nodeCount);
}

/** `[edges]`: 2 for the same group, and 1 more for the same label. */
function edgeKinds({ edges, sameGroup, sameLabel }: EdgeMix): Int32Array {
  const both = edges === 0 ? 0 : Math.round((sameGroup * sameLabel) / edges);
  const kinds = new Int32Array(edges);
  kinds
    .fill(3, 0, both)
    .fill(2, both, sameGroup)
    .fill(1, sameGroup, sameGroup + sameLabel - both);
  return kinds;
}

/** Returns a lookup of the nodes that make an edge of a kind with a node, with their weights. */
function partnersOf(
  weight: Float64Array,
  { group, label, classes }: { readonly group: Int32Array; readonly label: Int32Array; readonly classes: number },
): (node: number, kind: number) => WeightedNodes {
  const lists = new Map<number, WeightedNodes>();
  return (node, kind) => {
    const key = (group[node]! * classes + label[node]!) * 4 + kind;
    let list = lists.get(key);
    if (list === undefined) {
      const fits = group.map((g, i) => {
        const sameGroup = g === group[node] ? 2 : 0;
        return sameGroup + (label[i] === label[node] ? 1 : 0) === kind ? 1 : 0;
      });
      lists.set(key, (list = weightedNodes(weight, { cell: fits, cells: 2 })[1]!));
    }
    return list;
  };
}

function outOfReach({ edges }: EdgeMix, placed: number): UsageError {
  return new UsageError({
    argument: "edges",
    expected: "so few that they can be placed with this homophily",
    found: `${edges}, of which ${placed} could be placed`,
    hint: "ask for fewer edges, or a homophily closer to that of random pairs",
  });
}

/**
 * Returns both arcs of edges that are given as `larger node · nodeCount + smaller node`, sorted by (target, source).
 */
export function undirectedArcs(edges: Float64Array, nodeCount: number): Arcs {
  const keys = new Float64Array(2 * edges.length);
  let e = 0;
  for (const key of edges) {
    keys[e++] = key;
    keys[e++] = (key % nodeCount) * nodeCount + Math.floor(key / nodeCount);
  }
  return sortedArcs(keys, { nodeCount, distinct: false });
}
