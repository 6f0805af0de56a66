import { beginWork, Random, type Graph, type NodeTable, IntegerIndex, UsageError } from "@evenodds/core";
import { randomDirections } from "./random-directions.js";
import { syntheticSettings, type SyntheticOptions, type SyntheticSettings } from "./synthetic-options.js";
import type { Arcs } from "../load/sorted-arcs.js";
import { powerLawWeights, drawWeightedNode, weightedNodes } from "./weighted-nodes.js";
import { toldEvery, undirectedArcs } from "./mixed-edges.js";

/**
 * Returns a random graph on which a classifier can show a gap between groups. The same options give the same graph.
 *
 * - Group: `g_i` with chance proportional to `1 / (g + 1)`, so group 0 is the largest.
 * - Features: `x_i = groupShift · v_g + u`, with one random direction `v_g` of length √F per group and `u` uniform in
 *   [−√3, √3) (mean 0, variance 1) in every column. A model can thus tell groups apart without seeing them.
 * - Label: the class k with the largest `w_k · x_i + groupBias · [k = g mod C] + 0.2 ε`, with one random direction
 *   `w_k` of length 1 per class and ε standard normal; then, with chance `labelNoise`, any other class. The same
 *   features have different labels in different groups, which a model that does not see the group must get wrong for
 *   one of them.
 * - Edges: the first end is drawn with chance proportional to a power-law weight, the second likewise, with chance
 *   `homophily` from the nodes of the same group, and with chance `homophily` (independently) from those of the same
 *   label, before noise and hiding. Self loops and repetitions are drawn anew until there are `edges` distinct edges.
 * - With chance `1 − labelledShare` a label is hidden (−1).
 *
 * With `target`, the label is the number `w · x_i + groupBias · [g odd] + 0.2 ε` instead, with one random direction `w`
 * of length 1; with chance `labelNoise` it is replaced by that of a random node. Edges prefer nodes of the same of
 * `classes` equal parts of the nodes, sorted by that number before noise.
 *
 * Names: features `x0`…, nodes `n0`…, classes `0`…, groups `A`, `B`, … in attribute `group` (from the 27th on `G26`…).
 * Throws `UsageError` for options out of range and for edges that cannot be placed.
 */
export function syntheticGraph(options: SyntheticOptions): { readonly graph: Graph; readonly nodes: NodeTable } {
  const settings = syntheticSettings(options);
  const stream = (name: string) => Random.of(settings.seed, `synthetic/${name}`);
  const group = drawGroups(stream("group"), settings);
  const features = drawFeatures(stream("features"), { settings, group });
  const drawn = { settings, group, features };
  const target = options.target === true ? syntheticTarget(settings, drawn) : undefined;
  const clean = target?.part ?? drawLabels(stream("label"), drawn);
  const arcs = syntheticEdges(stream("edges"), { ...settings, group, label: clean });
  const graph: Graph = {
    nodeCount: settings.nodes,
    ...arcs,
    features,
    featureNames: Array.from({ length: settings.features }, (_, f) => `x${f}`),
    nodeIds: Array.from({ length: settings.nodes }, (_, i) => `n${i}`),
    idScope: `synthetic ${JSON.stringify(target === undefined ? settings : { ...settings, target: true })}`,
  };
  const nodes: NodeTable = {
    ...(target === undefined
      ? {
          label: disturbed(stream("noise"), { settings, label: clean }),
          classes: Array.from({ length: settings.classes }, (_, k) => String(k)),
        }
      : {
          label: Int32Array.from(target.value, (value) => (Number.isNaN(value) ? -1 : 0)),
          classes: [],
          target: { name: "label", value: target.value },
        }),
    labelName: "label",
    sensitive: [{ name: "group", code: group, levels: Array.from({ length: settings.groups }, groupName) }],
  };
  return { graph, nodes };
}

function groupName(_: unknown, g: number): string {
  return g < 26 ? String.fromCharCode(65 + g) : `G${g}`;
}

function drawGroups(random: Random, { nodes, groups }: SyntheticSettings): Int32Array {
  let total = 0;
  for (let g = 0; g < groups; g++) total += 1 / (g + 1);
  return Int32Array.from({ length: nodes }, () => {
    let left = random.uniform() * total;
    let g = 0;
    while (g < groups - 1 && (left -= 1 / (g + 1)) >= 0) g++;
    return g;
  });
}

interface Drawn {
  readonly settings: SyntheticSettings;
  readonly group: Int32Array;
  readonly features: Float32Array;
}

function drawFeatures(random: Random, { settings, group }: Omit<Drawn, "features">): Float32Array {
  const { nodes, features: width, groups, groupShift } = settings;
  const shift = randomDirections(random, { count: groups, width, length: groupShift * Math.sqrt(width) });
  const features = new Float32Array(nodes * width);
  const step = Math.sqrt(12) / 2 ** 24;
  for (let i = 0; i < nodes; i++) {
    const of = group[i]! * width;
    for (let f = 0; f < width; f++) features[i * width + f] = shift[of + f]! + random.bits24() * step - Math.sqrt(3);
  }
  return features;
}

function drawLabels(random: Random, { settings, group, features }: Drawn): Int32Array {
  const { nodes, features: width, classes, groupBias } = settings;
  const weight = randomDirections(random, { count: classes, width, length: 1 });
  return Int32Array.from({ length: nodes }, (_, i) => {
    let best = 0;
    let bestScore = -Infinity;
    for (let k = 0; k < classes; k++) {
      let score = (k === group[i]! % classes ? groupBias : 0) + 0.2 * random.normal();
      for (let f = 0; f < width; f++) score += weight[k * width + f]! * features[i * width + f]!;
      if (score > bestScore) [best, bestScore] = [k, score];
    }
    return best;
  });
}

function disturbed(
  random: Random,
  { settings, label }: { readonly settings: SyntheticSettings; readonly label: Int32Array },
) {
  const { classes, labelNoise, labelledShare } = settings;
  return label.map((y) => {
    const flips = random.uniform() < labelNoise && classes > 1;
    const other = flips ? (y + 1 + random.integer(classes - 1)) % classes : y;
    return random.uniform() < labelledShare ? other : -1;
  });
}

/** A numeric label of every node, and which part of the nodes it falls into. */
interface SyntheticTarget {
  /** `[N]`, NaN where it is hidden. */
  readonly value: Float64Array;
  /** `[N]`, in `[0, classes)`, by size of the number before noise. */
  readonly part: Int32Array;
}

/** Draws a numeric label for `syntheticGraph`, which says the law. */
function syntheticTarget(
  { seed, nodes, features: width, classes, groupBias, labelNoise, labelledShare }: SyntheticSettings,
  { group, features }: { readonly group: Int32Array; readonly features: Float32Array },
): SyntheticTarget {
  const random = Random.of(seed, "synthetic/target");
  const weight = randomDirections(random, { count: 1, width, length: 1 });
  const clean = Float64Array.from({ length: nodes }, (_, i) => {
    let value = groupBias * (group[i]! % 2) + 0.2 * random.normal();
    for (let f = 0; f < width; f++) value += weight[f]! * features[i * width + f]!;
    return value;
  });
  const part = new Int32Array(nodes);
  const ascending = Int32Array.from(clean.keys()).sort((a, b) => clean[a]! - clean[b]!);
  ascending.forEach((node, rank) => (part[node] = Math.floor((rank * classes) / nodes)));
  const noise = Random.of(seed, "synthetic/noise");
  const value = clean.map((own) => {
    const noisy = noise.uniform() < labelNoise ? clean[noise.integer(nodes)]! : own;
    return noise.uniform() < labelledShare ? noisy : NaN;
  });
  return { value, part };
}

/** How many draws an edge may need on average before the wanted number counts as out of reach. */
const drawsPerEdge = 50;

/**
 * Returns both arcs of `edges` distinct edges without self loops, sorted by (target, source). See
 * {@link syntheticGraph} for the law. Throws {@link UsageError} where so many edges cannot be placed.
 */
function syntheticEdges(
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
  const work = beginWork({ doing: "draw edges", library: null });
  try {
    for (let draws = 0; placed.size < edges; draws++) {
      if (draws % toldEvery === 0) work.advance({ done: placed.size, total: edges, unit: "edges" });
      if (draws > drawsPerEdge * edges) {
        throw new UsageError({
          argument: "edges",
          expected: "so few that they can be placed with this homophily and degree exponent",
          found: `${edges}, of which ${placed.size} could be placed`,
          hint: "ask for fewer edges, less homophily or a larger degree exponent",
        });
      }
      const a = drawWeightedNode(everywhere[0]!, random);
      const sameGroup = random.uniform() < homophily;
      const sameLabel = random.uniform() < homophily;
      const candidates = sameGroup
        ? sameLabel
          ? byBoth[both[a]!]!
          : byGroup[group[a]!]!
        : sameLabel
          ? byLabel[label[a]!]!
          : everywhere[0]!;
      const b = drawWeightedNode(candidates, random);
      if (a !== b) placed.add(a > b ? a * nodeCount + b : b * nodeCount + a);
    }
  } finally {
    work.end();
  }
  return undirectedArcs(placed.keys, nodeCount);
}
