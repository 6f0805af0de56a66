import { IntegerIndex, UsageError, type Random } from "@evenodds/core";
import type { Arcs } from "../arcs/sorted-arcs.js";
import { powerLawWeights } from "./power-law-weights.js";
import { undirectedArcs } from "./undirected-arcs.js";
import { drawNode, weightedNodes } from "./weighted-nodes.js";

/** How many draws an edge may need on average before the wanted number counts as out of reach. */
const drawsPerEdge = 50;

/**
 * Returns both arcs of `edges` distinct edges without self loops, sorted by (target, source). See
 * {@link syntheticGraph} for the law. Throws {@link UsageError} where so many edges cannot be placed.
 */
export function syntheticEdges(
  random: Random,
  options: {
    readonly edges: number;
    readonly homophily: number;
    readonly degreeExponent: number;
    readonly group: Int32Array;
    readonly label: Int32Array;
    readonly groups: number;
    readonly classes: number;
  },
): Arcs {
  const { edges, homophily, group, label, groups, classes } = options;
  const nodeCount = group.length;
  const weight = powerLawWeights(random, nodeCount, options.degreeExponent);
  const everywhere = weightedNodes(weight, { cell: new Int32Array(nodeCount), cells: 1 });
  const byGroup = weightedNodes(weight, { cell: group, cells: groups });
  const byLabel = weightedNodes(weight, { cell: label, cells: classes });
  // Only pairs that occur: there may be as many groups, and as many classes, as nodes.
  const pairs = new IntegerIndex();
  const both = group.map((g, i) => pairs.add(g * classes + label[i]!));
  const byBoth = weightedNodes(weight, { cell: both, cells: pairs.size });
  const placed = new IntegerIndex(edges);
  for (let draws = 0; placed.size < edges; draws++) {
    if (draws > drawsPerEdge * edges) {
      throw new UsageError({
        argument: "edges",
        expected: "so few that they can be placed with this homophily and degree exponent",
        found: `${edges}, of which ${placed.size} could be placed`,
        hint: "ask for fewer edges, less homophily or a larger degree exponent",
      });
    }
    const a = drawNode(everywhere[0]!, random);
    const sameGroup = random.uniform() < homophily;
    const sameLabel = random.uniform() < homophily;
    const candidates = sameGroup
      ? sameLabel
        ? byBoth[both[a]!]!
        : byGroup[group[a]!]!
      : sameLabel
        ? byLabel[label[a]!]!
        : everywhere[0]!;
    const b = drawNode(candidates, random);
    if (a !== b) placed.add(a > b ? a * nodeCount + b : b * nodeCount + a);
  }
  return undirectedArcs(placed.keys, nodeCount);
}
