import {
  canonicalLevel,
  checkClassSpelling,
  checkGraph,
  checkNodeTable,
  InputError,
  suggest,
  type ClassWords,
  type Graph,
  type NodeTable,
} from "@evenodds/core";
import { sortedArcs, type Arcs, type ArcWeighing } from "./sorted-arcs.js";
import type { CardCategory, CardLabel } from "../card/graph-card.js";
import { codeCategory } from "./code-category.js";
import { codeClusters } from "./code-clusters.js";
import type { LabelHints, LabelOrigin } from "./label-origin.js";
import { categoryWarnings } from "./level-warnings.js";
import type { LoadedGraph, LoadOptions } from "./load-graph.js";
import { mostNumbers } from "./read-features.js";
import { readTarget } from "./read-target.js";

/** A value of a column in memory; null, undefined and NaN are missing. */
export type MemoryValue = string | number | bigint | boolean | null | undefined;

/** A column in memory, `[N]`. */
export type MemoryColumn = ArrayLike<MemoryValue>;

/**
 * A graph whose nodes and arcs a program holds already, in place of the files of a card. N nodes, E arcs, F features.
 */
export interface MemoryGraph {
  /** Default: graph. */
  readonly name?: string | undefined;
  /** `[N]`, distinct. Default: the positions 0 … N − 1, which name a node in this graph alone. */
  readonly nodeIds?: ArrayLike<string | number | bigint> | undefined;
  /** `[N]` rows of F numbers, or `[N · F]` numbers row by row; finite. */
  readonly features: readonly ArrayLike<number>[] | Float32Array | Float64Array;
  /** `[F]`, distinct. Default: `feature0` … `feature<F − 1>`. */
  readonly featureNames?: readonly string[] | undefined;
  /**
   * Positions of nodes: `[E]` sources and `[E]` targets (the two rows of PyG's `edge_index`), or `[E]` pairs
   * `[source, target]`. Messages go from source to target.
   */
  readonly edges:
    | { readonly source: ArrayLike<number | bigint>; readonly target: ArrayLike<number | bigint> }
    | readonly (readonly [source: number, target: number])[];
  /**
   * `[E]`, what each pair weighs, for models that take weights: finite numbers from 0. Default: every pair counts once.
   */
  readonly edgeWeight?: ArrayLike<number> | undefined;
  /**
   * False: each pair is an edge both ways, and repeated edges are one, as in a card. True: arcs are what is listed, one
   * that is listed k times counts k times. Default: true.
   */
  readonly directed?: boolean | undefined;
  /** `[N]`, the true classes, or numbers where `numeric`. Default: no node has a label. */
  readonly label?: MemoryColumn | undefined;
  /** Whether the label is a number, as for a regression. Default: false. */
  readonly numeric?: boolean | undefined;
  /** The classes in the order of their codes, as in `label`. Default: those that occur, sorted. */
  readonly classes?: readonly Exclude<MemoryValue, null | undefined>[] | undefined;
  /** `[N]` each: the sensitive attributes, by name. */
  readonly sensitive: Readonly<Record<string, MemoryColumn>>;
  /** Values of `label` and of attributes that stand for "not known", besides blanks, `NA` and the like. */
  readonly missing?: readonly MemoryValue[] | undefined;
  /** `[N]`, true or 1 for the nodes that are audited; the model sees all of them. Default: all. */
  readonly mask?: ArrayLike<boolean | number> | undefined;
  /** `[N]` each: further columns, by whose values nodes can be put into clusters. */
  readonly columns?: Readonly<Record<string, MemoryColumn>> | undefined;
}

/**
 * Returns a graph in memory as `loadGraph` returns one of files: arcs sorted by (target, source), values of labels and
 * attributes in the spelling of core's `canonicalLevel`. It has no files; its account counts the nodes and the pairs of
 * `edges`.
 *
 * Throws {@link InputError}, naming the field, for columns of another length, positions outside `[0, N)`, features that
 * are not finite, double ids or names, and everything that `loadGraph` refuses in labels and attributes.
 */
export function memoryGraph(given: MemoryGraph, options: LoadOptions = {}): LoadedGraph {
  options.onStage?.("check graph");
  const nodeIds = idsOf(given);
  const nodeCount = nodeIds.length;
  const { arcs, pairs } = arcsOf(given, nodeCount);
  const graph: Graph = {
    nodeCount,
    ...arcs,
    ...featuresOf(given, { nodeCount, ...options }),
    nodeIds,
    // Positions are the ids of this graph alone.
    ...(given.nodeIds === undefined ? { idScope: "memory" } : {}),
  };
  const findings = checkGraph(graph);
  const columnOf = (field: string, column: MemoryColumn) => textsOf(column, { field, nodeCount });
  const missing = (given.missing ?? []).map((value) => textOf(value) ?? "");
  const labels = labelsOf(given, { nodeIds, missing, columnOf });
  const attributes = Object.entries(given.sensitive).map(([name, column]) =>
    codeCategory(
      { name, column: name, missing },
      { texts: columnOf(`sensitive.${name}`, column), ids: nodeIds, mostNumbers: mostNumbers.sensitive },
    ),
  );
  const nodes: NodeTable = {
    label: labels?.code ?? new Int32Array(nodeCount).fill(-1),
    classes: labels?.levels ?? [],
    labelName: labels === undefined ? "" : "label",
    sensitive: attributes,
    ...(labels !== undefined && "target" in labels && { target: labels.target }),
  };
  checkNodeTable(nodes, nodeCount);
  const counted = (rows: number) => ({ read: rows, used: rows, excluded: [] });
  return {
    name: given.name ?? "graph",
    graph,
    nodes,
    cluster: options.cluster === undefined ? undefined : clustersOf(given, options.cluster, columnOf),
    mask: given.mask === undefined ? undefined : maskOf(given.mask, nodeCount),
    labelled: nodes.label.reduce((count, code) => count + (code < 0 ? 0 : 1), 0),
    accounting: { nodes: counted(nodeCount), edges: counted(pairs) },
    findings,
    files: [],
    labels: originOf(given, nodes.classes),
    warnings: attributes.flatMap((attribute) => categoryWarnings(attribute, "give each group a name of its own")),
    notes: [],
  };
}

function idsOf({ nodeIds, features, featureNames, label, sensitive }: MemoryGraph): string[] {
  if (nodeIds !== undefined) return Array.from(nodeIds, String);
  const rows = ArrayBuffer.isView(features)
    ? (label?.length ??
      Object.values(sensitive)[0]?.length ??
      (featureNames === undefined ? NaN : features.length / featureNames.length))
    : features.length;
  if (Number.isInteger(rows)) return Array.from({ length: rows }, (_, node) => String(node));
  throw new InputError({
    argument: "graph.features",
    expected: "a number of nodes that divides the numbers",
    found: `${features.length} numbers, for ${featureNames?.length ?? "an unknown number of"} names`,
    hint: "give nodeIds, label or featureNames too",
  });
}

function featuresOf(
  given: MemoryGraph,
  { nodeCount, featureNames: wanted, featuresFrom }: LoadOptions & { readonly nodeCount: number },
): Pick<Graph, "features" | "featureNames"> {
  const { features } = given;
  const count = ArrayBuffer.isView(features) ? features.length / nodeCount : (features[0]?.length ?? 0);
  const names = given.featureNames ?? Array.from({ length: count }, (_, f) => `feature${f}`);
  const refuse = (expected: string, found: string): never => {
    throw new InputError({ argument: "graph.features", expected, found });
  };
  if (ArrayBuffer.isView(features) && names.length * nodeCount !== features.length) {
    refuse(`${nodeCount} nodes times ${names.length} features`, `${features.length} numbers`);
  }
  const read = (node: number): ArrayLike<number> => {
    if (ArrayBuffer.isView(features)) return features.subarray(node * names.length, (node + 1) * names.length);
    const row = features[node]!;
    return row.length === names.length ? row : refuse(`${names.length} numbers`, `${row.length} in row ${node}`);
  };
  if (!ArrayBuffer.isView(features) && features.length !== nodeCount) {
    refuse(`${nodeCount} rows, one for each node`, `${features.length}`);
  }
  const chosen = (wanted ?? names).map((name) => {
    const at = names.indexOf(name);
    if (at >= 0) return at;
    throw new InputError({
      argument: featuresFrom ?? "feature of the model",
      expected: "one of graph.featureNames",
      found: JSON.stringify(name),
      hint: given.featureNames === undefined ? "give featureNames, [F]" : suggest(name, names),
    });
  });
  const values = new Float32Array(nodeCount * chosen.length);
  for (let node = 0; node < nodeCount; node++) {
    const row = read(node);
    chosen.forEach((from, to) => {
      const value = row[from]!;
      if (!Number.isFinite(Math.fround(value))) {
        refuse("finite numbers of 32 bits", `${value} in row ${node}, feature ${JSON.stringify(names[from])}`);
      }
      values[node * chosen.length + to] = value;
    });
  }
  return { features: values, featureNames: wanted ?? names };
}

function arcsOf({ edges, edgeWeight, directed = true }: MemoryGraph, nodeCount: number): { arcs: Arcs; pairs: number } {
  const isList = Array.isArray(edges);
  const ends = edges as Extract<MemoryGraph["edges"], { source: unknown }>;
  const list = edges as readonly (readonly [number, number])[];
  const pairs = isList ? list.length : ends.source.length;
  if (!isList && ends.target.length !== pairs) {
    const found = `${pairs} sources and ${ends.target.length} targets`;
    throw new InputError({ argument: "graph.edges", expected: "as many sources as targets", found });
  }
  const end = (value: number | bigint | undefined, pair: number): number => {
    const node = Number(value);
    if (Number.isInteger(node) && node >= 0 && node < nodeCount) return node;
    throw new InputError({
      argument: "graph.edges",
      expected: `positions of nodes, 0 to ${nodeCount - 1}`,
      found: `${String(value)} in pair ${pair}`,
    });
  };
  const keys = new Float64Array(directed ? pairs : 2 * pairs);
  for (let pair = 0; pair < pairs; pair++) {
    if (isList && list[pair]!.length !== 2) {
      const found = `${list[pair]!.length} values in pair ${pair}`;
      const hint = "two long rows of sources and targets are { source, target }";
      throw new InputError({ argument: "graph.edges", expected: "pairs [source, target]", found, hint });
    }
    const source = end(isList ? list[pair]![0] : ends.source[pair], pair);
    const target = end(isList ? list[pair]![1] : ends.target[pair], pair);
    keys[pair] = target * nodeCount + source;
    if (!directed) keys[pairs + pair] = source * nodeCount + target;
  }
  const weighing = edgeWeight && weighingOf(edgeWeight, { pairs, arcs: keys.length });
  return { arcs: sortedArcs(keys, { nodeCount, distinct: !directed, weighing }), pairs };
}

/** Arcs are the pairs, and then the pairs turned round where edges go both ways. */
function weighingOf(
  edgeWeight: ArrayLike<number>,
  { pairs, arcs }: { readonly pairs: number; readonly arcs: number },
): ArcWeighing {
  if (edgeWeight.length !== pairs) {
    const found = `${edgeWeight.length}`;
    throw new InputError({ argument: "graph.edgeWeight", expected: `${pairs} numbers, one for each pair`, found });
  }
  return {
    weight: Float32Array.from({ length: arcs }, (_, arc) => weightOf(edgeWeight[arc % pairs], arc % pairs)),
    clash: ({ source, target, weights }) => {
      const found = `${weights.join(" and ")} for nodes ${source} and ${target}`;
      const hint = "list each edge once, or say directed: true";
      throw new InputError({ argument: "graph.edgeWeight", expected: "one weight for each edge", found, hint });
    },
  };
}

function weightOf(value: number | undefined, pair: number): number {
  const weight = Math.fround(Number(value));
  if (weight >= 0 && weight < Infinity) return weight;
  const expected = "finite numbers from 0";
  throw new InputError({ argument: "graph.edgeWeight", expected, found: `${value} for pair ${pair}` });
}

function textsOf(
  column: MemoryColumn,
  { field, nodeCount }: { readonly field: string; readonly nodeCount: number },
): (string | null)[] {
  if (column.length !== nodeCount) {
    const expected = `${nodeCount} values, one for each node`;
    throw new InputError({ argument: `graph.${field}`, expected, found: `${column.length}` });
  }
  return Array.from(column, textOf);
}

function textOf(value: MemoryValue): string | null {
  return value === null || value === undefined || Number.isNaN(value) ? null : String(value);
}

function labelsOf(
  given: MemoryGraph,
  {
    nodeIds,
    missing,
    columnOf,
  }: {
    readonly nodeIds: readonly string[];
    readonly missing: readonly string[];
    readonly columnOf: (field: string, column: MemoryColumn) => (string | null)[];
  },
) {
  const { label: column, numeric = false, classes } = given;
  if (column === undefined) return undefined;
  const texts = columnOf("label", column);
  const listed = classes?.map((value) => ({
    value: canonicalLevel(String(value)),
    name: canonicalLevel(String(value)),
  }));
  const described: CardCategory = { name: "label", column: "label", missing, levels: listed };
  if (numeric) {
    const label: CardLabel = { ...described, numeric };
    return readTarget(label, { texts, ids: nodeIds, rows: Int32Array.from(texts.keys()), file: "graph.label" });
  }
  const labels = codeCategory(described, { texts, ids: nodeIds, mostNumbers: mostNumbers.label });
  if (classes === undefined) checkClassSpelling({ labels: labels.levels }, words);
  return labels;
}

const words: ClassWords = {
  argument: "graph.label",
  respell: "write each class one way; if they are different classes, list them in graph.classes",
  declare: "list the classes in graph.classes",
  markMissing: (value) => `put ${value} into graph.missing`,
};

const hints: LabelHints = {
  place: "graph.classes",
  rename: "name the classes as the model does in graph.label, or put other values into graph.missing",
  listAll: "list all classes in graph.classes, those without rows too",
  notClasses: "put values that are not classes into graph.missing",
  unknown: words.markMissing,
};

function originOf({ classes }: MemoryGraph, levels: readonly string[]): LabelOrigin {
  return {
    listed: classes === undefined ? null : levels.map((level) => [level]),
    words,
    hints,
    line: (named) =>
      `give graph.classes: [${named.map(({ name, value }) => JSON.stringify(name ?? value)).join(", ")}]`,
  };
}

function maskOf(mask: ArrayLike<boolean | number>, nodeCount: number): Uint8Array {
  const refuse = (expected: string, found: string): never => {
    throw new InputError({ argument: "graph.mask", expected, found, hint: "a list of positions is no mask" });
  };
  if (mask.length !== nodeCount) refuse(`${nodeCount} values, one for each node`, `${mask.length}`);
  return Uint8Array.from({ length: nodeCount }, (_, node) => {
    const value = Number(mask[node]);
    return value === 0 || value === 1 ? value : refuse("true and false, or 1 and 0", `${value} at ${node}`);
  });
}

function clustersOf(
  { sensitive, columns = {} }: MemoryGraph,
  name: string,
  columnOf: (field: string, column: MemoryColumn) => (string | null)[],
): Int32Array {
  const all = new Map([...Object.entries(sensitive), ...Object.entries(columns)]);
  const column = all.get(name);
  if (column !== undefined) return codeClusters(columnOf(`columns.${name}`, column), { missing: [] }).code;
  const hint = suggest(name, all.keys());
  throw new InputError({ argument: "cluster", expected: "a column of the graph", found: JSON.stringify(name), hint });
}
