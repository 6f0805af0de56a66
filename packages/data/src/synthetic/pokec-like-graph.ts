import { Random, type Graph, type NodeTable } from "@evenodds/core";
import { mixedEdges } from "./mixed-edges.js";
import { pokecLikeFeatures } from "./pokec-like-features.js";
import { groupRatios, pokecLikeSettings, type PokecLikeOptions, type PokecLikeSettings } from "./pokec-like-options.js";

/** A synthetic graph with everything that `writeGraph` says about it. */
export interface SyntheticRecipe {
  readonly name: string;
  readonly description: string;
  readonly license: string;
  readonly readme: string;
  readonly graph: Graph;
  readonly nodes: NodeTable;
}

/** Exponent of the power law of degrees: about 2,000 neighbours for the largest of 67,796 nodes with 18 on average. */
const degreeExponent = 2.5;

/** How much likelier than by its size class k is for a node of group g; later classes are as the first ones. */
const tilt = [
  [1, 1.6],
  [1.6, 1],
  [1, 1],
] as const;

/**
 * Returns a synthetic graph of the size and kind of Pokec-z, on which the work that Pokec-z makes can be timed and
 * tried. It describes nobody, and no figure on it says anything about Pokec. The same options give the same graph.
 *
 * - Groups of the sensitive attribute: exact sizes, with the ratio of Pokec-z (gender 1.02, region 1.84).
 * - Classes: exact sizes among the labelled nodes, which are drawn at random; an unlabelled node has a class too, which
 *   is hidden. Classes 0 and 1 are 1.6 times as likely in one group as in the other.
 * - Edges: exactly `groupHomophily` of them within a group and `labelHomophily` within a class, rounded to whole edges;
 *   degrees follow a power law with exponent 2.5, and nearly every node has an edge.
 * - Features: whole numbers, mostly sparse 0/1, which depend on class and group.
 *
 * Names: nodes `n0`…, classes `0`…, label `field`, levels `0` and `1`. Throws `UsageError` for options out of range and
 * for edges that cannot be placed.
 */
export function pokecLikeGraph(options: PokecLikeOptions): SyntheticRecipe {
  const settings = pokecLikeSettings(options);
  const { nodes: nodeCount, edges, sensitive, classSizes } = settings;
  const stream = (name: string) => Random.of(settings.seed, `pokec-like/${name}`);
  const classes = classSizes.length;
  const group = drawGroups(stream("group"), settings);
  const { label, known } = drawLabels(stream("label"), { settings, group });
  const arcs = mixedEdges(stream("edges"), {
    edges,
    sameGroup: Math.round(settings.groupHomophily * edges),
    sameLabel: Math.round(settings.labelHomophily * edges),
    group,
    label,
    classes,
    degreeExponent,
  });
  const other = sensitive === "gender" ? "region" : "gender";
  const columns = pokecLikeFeatures(stream("features"), {
    width: settings.features,
    label,
    classes,
    group,
    other: { name: other, ratio: groupRatios[other] },
  });
  return {
    ...describePokecLike(settings),
    graph: {
      nodeCount,
      ...arcs,
      ...columns,
      nodeIds: Array.from({ length: nodeCount }, (_, i) => `n${i}`),
      idScope: `pokec-like ${JSON.stringify(settings)}`,
    },
    nodes: {
      label: label.map((k, i) => (known[i] === 1 ? k : -1)),
      classes: classSizes.map((_, k) => String(k)),
      labelName: "field",
      sensitive: [{ name: sensitive, code: group, levels: ["0", "1"] }],
    },
  };
}

/** `[N]`: 0 for the larger group, in random order. */
function drawGroups(random: Random, { nodes, sensitive }: PokecLikeSettings): Int32Array {
  const ratio = groupRatios[sensitive];
  const larger = Math.round((nodes * ratio) / (1 + ratio));
  return random.shuffle(new Int32Array(nodes).fill(1, larger));
}

/** The class of every node, and 1 for the nodes that show it. */
function drawLabels(
  random: Random,
  { settings, group }: { readonly settings: PokecLikeSettings; readonly group: Int32Array },
): { readonly label: Int32Array; readonly known: Uint8Array } {
  const { nodes, classSizes } = settings;
  const order = random.shuffle(Int32Array.from({ length: nodes }, (_, i) => i));
  const labelled = classSizes.reduce((sum, size) => sum + size, 0);
  const label = new Int32Array(nodes);
  const known = new Uint8Array(nodes);
  const draw = (node: number, left: number[]) => {
    const k = drawClass(random, { left, group: group[node]! });
    left[k]!--;
    label[node] = k;
  };
  const shown = [...classSizes];
  for (const node of order.subarray(0, labelled)) {
    draw(node, shown);
    known[node] = 1;
  }
  const hidden = classSizes.map((size) => (size * (nodes - labelled)) / labelled);
  for (const node of order.subarray(labelled)) draw(node, hidden);
  return { label, known };
}

/** Draws a class in proportion to what is left of it and to {@link tilt}. */
function drawClass(
  random: Random,
  { left, group }: { readonly left: readonly number[]; readonly group: number },
): number {
  const weight = left.map((size, k) => Math.max(0, size) * tilt[k % tilt.length]![group]!);
  let at = random.uniform() * weight.reduce((sum, w) => sum + w, 0);
  const last = weight.findLastIndex((w) => w > 0);
  for (let k = 0; k < last; k++) if ((at -= weight[k]!) < 0) return k;
  return Math.max(0, last);
}

/**
 * Returns what a card and a README say of a graph of `pokecLikeGraph`, so that nobody takes it for data about people.
 */
function describePokecLike(settings: PokecLikeSettings): {
  readonly name: string;
  readonly description: string;
  readonly license: string;
  readonly readme: string;
} {
  const { nodes, edges, features, sensitive, groupHomophily, labelHomophily, classSizes, seed } = settings;
  const name = "pokec-like (synthetic)";
  return {
    name,
    description:
      `Synthetic: random numbers with the size and the kinds of columns of Pokec-z, ${sensitive} as sensitive attribute. ` +
      "No row describes anybody, and no figure on it says anything about Pokec.",
    license: "synthetic; no rights of anybody in it",
    readme: `# ${name}

Made by evenodds (\`evenodds generate pokec-like\`, \`pokecLikeGraph\` of \`@evenodds/data\`) from random numbers. **It is not
Pokec, describes nobody, and no figure on it says anything about Pokec.** It has the size and the kinds of columns of
Pokec-z, so that the work which Pokec-z makes can be timed and tried.

| what | value |
| --- | --- |
| seed | ${seed} |
| nodes | ${nodes} |
| undirected edges | ${edges} |
| features | ${features} |
| sensitive attribute | ${sensitive} |
| edges within a group | ${Math.round(groupHomophily * edges)} |
| edges within a class, hidden ones included | ${Math.round(labelHomophily * edges)} |
| labelled nodes of the classes | ${classSizes.join(", ")} |

Sizes of groups and edges between them are those of the EqGNN paper's Table 1 at the default size. Sizes of classes, the
share of edges within a class, and every dependence of a column on class and group are made up.
`,
  };
}
