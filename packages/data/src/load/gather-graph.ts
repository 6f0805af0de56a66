import {
  canonicalLevel,
  checkClassSpelling,
  checkGraph,
  checkNodeTable,
  InputError,
  splitParts,
  suggest,
  type ClassHints,
  type ClassWords,
  type Graph,
  type NodeTable,
  type SplitPart,
} from "@evenodds/core";
import { givenEdgeAttributes } from "./given-edge-attributes.js";
import { sortedArcs, valuesAt, type ArcNumbers, type Arcs } from "./sorted-arcs.js";
import type { CardCategory, CardLabel, NamedValue } from "../card/graph-card.js";
import { codeCategory } from "./code-category.js";
import { codeClusters } from "./code-clusters.js";
import { givenSplit, type GivenSplit } from "./given-split.js";
import type { LabelOrigin } from "./label-origin.js";
import { categoryWarnings } from "./level-warnings.js";
import type { LoadedGraph, LoadOptions } from "./load-graph.js";
import type { MemoryColumn, MemoryGraph, MemoryValue } from "./memory-graph.js";
import { mostNumbers } from "./read-features.js";
import { readTarget } from "./read-target.js";

/** How messages speak of a graph whose columns are at hand. */
export interface GraphWords {
  /** What a field of {@link MemoryGraph} is called, such as `graph.features`. */
  readonly field: (name: string) => string;
  /** Name of the label. */
  readonly label: string;
  readonly classes: ClassWords;
  readonly hints: ClassHints;
  readonly classesLine: LabelOrigin["line"];
  /** What holds the names of features. */
  readonly featureNames: string;
  /** What to do where a feature is asked for by a name that none has. */
  readonly nameFeatures: string;
  /** What to do about groups that may be one. */
  readonly nameGroups: string;
  /** What to do about a label or an attribute with too many numbers. */
  readonly fewerNumbers: string;
  /** What to do about an edge with two weights. */
  readonly oneWeight: string;
}

/** The columns of a graph, with what a graph in memory cannot say. */
export interface GraphColumns extends Omit<MemoryGraph, "classes" | "features"> {
  readonly features: MemoryGraph["features"] | Int32Array;
  /** The values that the label and attributes may have, in the order of their codes, by the name of the attribute. */
  readonly levels: {
    readonly label: readonly NamedValue[] | undefined;
    readonly sensitive?: ReadonlyMap<string, readonly NamedValue[]> | undefined;
  };
  /** Where ids mean a node only within one source: what names the source. */
  readonly idScope: string | undefined;
}

/**
 * Returns the graph of columns that are at hand, checked as `memoryGraph` says, in the words of where they are from.
 */
export function gatherGraph(given: GraphColumns, options: LoadOptions & { readonly words: GraphWords }): LoadedGraph {
  const { words } = options;
  options.onStage?.("check graph");
  const nodeIds = idsOf(given, words);
  const nodeCount = nodeIds.length;
  const { arcs, pairs } = arcsOf(given, { nodeCount, words });
  const graph: Graph = {
    nodeCount,
    ...arcs,
    ...featuresOf(given, { ...options, nodeCount }),
    nodeIds,
    ...(given.idScope === undefined ? {} : { idScope: given.idScope }),
  };
  const findings = checkGraph(graph);
  const columnOf = (field: string, column: MemoryColumn) => textsOf(column, { field: words.field(field), nodeCount });
  const missing = (given.missing ?? []).map((value) => textOf(value) ?? "");
  const labels = labelsOf(given, { nodeIds, missing, columnOf, words });
  const attributes = Object.entries(given.sensitive).map(([name, column]) =>
    codeCategory(
      { name, column: name, missing, levels: given.levels.sensitive?.get(name) },
      {
        texts: columnOf(`sensitive.${name}`, column),
        ids: nodeIds,
        mostNumbers: mostNumbers.sensitive,
        fewerNumbers: words.fewerNumbers,
      },
    ),
  );
  const nodes: NodeTable = {
    label: labels?.code ?? new Int32Array(nodeCount).fill(-1),
    classes: labels?.levels ?? [],
    labelName: labels === undefined ? "" : words.label,
    sensitive: attributes,
    ...(labels !== undefined && "target" in labels && { target: labels.target }),
  };
  checkNodeTable(nodes, nodeCount);
  const counted = (rows: number) => ({ read: rows, used: rows, excluded: [] });
  const found = attributes.filter(({ name }) => given.levels.sensitive?.has(name) !== true);
  return {
    name: given.name ?? "graph",
    graph,
    nodes,
    cluster: options.cluster === undefined ? undefined : clustersOf(given, options.cluster, columnOf),
    mask: given.mask === undefined ? undefined : maskOf(given.mask, { nodeCount, argument: words.field("mask") }),
    split: given.split === undefined ? undefined : splitOf(given.split, { nodeCount, nodeIds, words }),
    labelled: nodes.label.reduce((count, code) => count + (code < 0 ? 0 : 1), 0),
    accounting: { nodes: counted(nodeCount), edges: counted(pairs) },
    findings,
    files: [],
    labels: originOf(given, { levels: nodes.classes, words }),
    warnings: found.flatMap((attribute) => categoryWarnings(attribute, words.nameGroups)),
    notes: [],
  };
}

function idsOf(
  { nodeIds, features, featureNames, label, sensitive }: GraphColumns,
  words: Pick<GraphWords, "field">,
): string[] {
  if (nodeIds !== undefined) return Array.from(nodeIds, String);
  const rows = ArrayBuffer.isView(features)
    ? (label?.length ??
      Object.values(sensitive)[0]?.length ??
      (featureNames === undefined ? NaN : features.length / featureNames.length))
    : features.length;
  if (Number.isInteger(rows)) return Array.from({ length: rows }, (_, node) => String(node));
  throw new InputError({
    argument: words.field("features"),
    expected: "a number of nodes that divides the numbers",
    found: `${features.length} numbers, for ${featureNames?.length ?? "an unknown number of"} names`,
    hint: "give nodeIds, label or featureNames too",
  });
}

function featuresOf(
  given: GraphColumns,
  {
    nodeCount,
    featureNames: wanted,
    featuresFrom,
    words,
  }: LoadOptions & { readonly nodeCount: number; readonly words: GraphWords },
): Pick<Graph, "features" | "featureNames"> {
  const { features } = given;
  const count = ArrayBuffer.isView(features) ? features.length / nodeCount : (features[0]?.length ?? 0);
  const names = given.featureNames ?? Array.from({ length: count }, (_, f) => `feature${f}`);
  const refuse = (expected: string, found: string): never => {
    throw new InputError({ argument: words.field("features"), expected, found });
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
      expected: `one of ${words.featureNames}`,
      found: JSON.stringify(name),
      hint: given.featureNames === undefined ? words.nameFeatures : suggest(name, names),
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

function arcsOf(
  given: GraphColumns,
  { nodeCount, words }: { readonly nodeCount: number; readonly words: GraphWords },
): { arcs: Arcs; pairs: number } {
  const { edges, directed = true } = given;
  const isList = Array.isArray(edges);
  const ends = edges as Extract<MemoryGraph["edges"], { source: unknown }>;
  const list = edges as readonly (readonly [number, number])[];
  const pairs = isList ? list.length : ends.source.length;
  if (!isList && ends.target.length !== pairs) {
    const found = `${pairs} sources and ${ends.target.length} targets`;
    throw new InputError({ argument: words.field("edges"), expected: "as many sources as targets", found });
  }
  const end = (value: number | bigint | undefined, pair: number): number => {
    const node = Number(value);
    if (Number.isInteger(node) && node >= 0 && node < nodeCount) return node;
    throw new InputError({
      argument: words.field("edges"),
      expected: `positions of nodes, 0 to ${nodeCount - 1}`,
      found: `${String(value)} in pair ${pair}`,
    });
  };
  const keys = new Float64Array(directed ? pairs : 2 * pairs);
  for (let pair = 0; pair < pairs; pair++) {
    if (isList && list[pair]!.length !== 2) {
      const found = `${list[pair]!.length} values in pair ${pair}`;
      const hint = "two long rows of sources and targets are { source, target }";
      throw new InputError({ argument: words.field("edges"), expected: "pairs [source, target]", found, hint });
    }
    const source = end(isList ? list[pair]![0] : ends.source[pair], pair);
    const target = end(isList ? list[pair]![1] : ends.target[pair], pair);
    keys[pair] = target * nodeCount + source;
    if (!directed) keys[pairs + pair] = source * nodeCount + target;
  }
  const values = numbersOf(given, { pairs, arcs: keys.length, words });
  return { arcs: sortedArcs(keys, { nodeCount, distinct: !directed, values }), pairs };
}

/** Arcs are the pairs, and then the pairs turned round where edges go both ways. */
function numbersOf(
  { edgeWeight, edgeAttributes }: GraphColumns,
  { pairs, arcs, words }: { readonly pairs: number; readonly arcs: number; readonly words: GraphWords },
): ArcNumbers {
  const [weight, attributes] = [words.field("edgeWeight"), words.field("edgeAttributes")];
  const ofPairs = {
    edgeWeight: edgeWeight && weightsOf(edgeWeight, { argument: weight, pairs }),
    edgeAttributes: edgeAttributes && givenEdgeAttributes(edgeAttributes, { argument: attributes, pairs }),
  };
  return {
    ...valuesAt(ofPairs, { length: arcs, place: (arc) => arc % pairs }),
    clash: ({ source, target, attribute, values }) => {
      throw new InputError({
        argument: attribute === undefined ? weight : `${attributes} ${JSON.stringify(attribute)}`,
        expected: `one ${attribute === undefined ? "weight" : "value"} for each edge`,
        found: `${values.join(" and ")} for nodes ${source} and ${target}`,
        hint: words.oneWeight,
      });
    },
  };
}

function weightsOf(
  edgeWeight: ArrayLike<number>,
  { argument, pairs }: { readonly argument: string; readonly pairs: number },
): Float32Array {
  if (edgeWeight.length !== pairs) {
    const found = `${edgeWeight.length}`;
    throw new InputError({ argument, expected: `${pairs} numbers, one for each pair`, found });
  }
  return Float32Array.from({ length: pairs }, (_, pair) => weightOf(edgeWeight[pair], { argument, pair }));
}

function weightOf(
  value: number | undefined,
  { argument, pair }: { readonly argument: string; readonly pair: number },
): number {
  const weight = Math.fround(Number(value));
  if (weight >= 0 && weight < Infinity) return weight;
  const expected = "finite numbers from 0";
  throw new InputError({ argument, expected, found: `${value} for pair ${pair}` });
}

function textsOf(
  column: MemoryColumn,
  { field, nodeCount }: { readonly field: string; readonly nodeCount: number },
): (string | null)[] {
  if (column.length !== nodeCount) {
    const expected = `${nodeCount} values, one for each node`;
    throw new InputError({ argument: field, expected, found: `${column.length}` });
  }
  return Array.from(column, textOf);
}

function textOf(value: MemoryValue): string | null {
  return value === null || value === undefined || Number.isNaN(value) ? null : String(value);
}

function labelsOf(
  given: GraphColumns,
  {
    nodeIds,
    missing,
    columnOf,
    words,
  }: {
    readonly nodeIds: readonly string[];
    readonly missing: readonly string[];
    readonly columnOf: (field: string, column: MemoryColumn) => (string | null)[];
    readonly words: GraphWords;
  },
) {
  const { label: column, numeric = false, levels } = given;
  if (column === undefined) return undefined;
  const texts = columnOf("label", column);
  const listed = levels.label?.map(({ value, name }) => ({ value: canonicalLevel(value), name: canonicalLevel(name) }));
  const described: CardCategory = { name: words.label, column: words.label, missing, levels: listed };
  if (numeric) {
    const label: CardLabel = { ...described, numeric };
    return readTarget(label, { texts, ids: nodeIds, rows: Int32Array.from(texts.keys()), file: words.field("label") });
  }
  const { fewerNumbers } = words;
  const labels = codeCategory(described, { texts, ids: nodeIds, mostNumbers: mostNumbers.label, fewerNumbers });
  if (listed === undefined) checkClassSpelling({ labels: labels.levels }, words.classes);
  return labels;
}

function originOf(
  { levels: { label } }: GraphColumns,
  { levels, words }: { readonly levels: readonly string[]; readonly words: GraphWords },
): LabelOrigin {
  const valuesOf = (level: string) =>
    label!.filter(({ name }) => canonicalLevel(name) === level).map(({ value }) => canonicalLevel(value));
  return {
    listed: label === undefined ? null : levels.map(valuesOf),
    words: words.classes,
    hints: words.hints,
    line: words.classesLine,
  };
}

function splitOf(
  masks: NonNullable<MemoryGraph["split"]>,
  { nodeCount, nodeIds, words }: { nodeCount: number; nodeIds: readonly string[]; words: GraphWords },
): GivenSplit {
  const part = new Array<SplitPart | undefined>(nodeCount);
  for (const name of splitParts) {
    if (masks[name] === undefined) continue;
    const mask = maskOf(masks[name], { nodeCount, argument: words.field(`split.${name}`) });
    mask.forEach((isIn, node) => {
      if (isIn === 0) return;
      if (part[node] !== undefined) {
        const found = `node ${JSON.stringify(nodeIds[node])} in ${part[node]} and ${name}`;
        throw new InputError({ argument: words.field("split"), expected: "each node in one part at most", found });
      }
      part[node] = name;
    });
  }
  const [train, validation, test] = splitParts.map((name) => words.field(`split.${name}`));
  const partFrom = { train: train!, validation: validation!, test: test! };
  return givenSplit(part, { from: words.field("split"), partFrom });
}

function maskOf(
  mask: ArrayLike<boolean | number>,
  { nodeCount, argument }: { readonly nodeCount: number; readonly argument: string },
): Uint8Array {
  const refuse = (expected: string, found: string): never => {
    throw new InputError({ argument, expected, found, hint: "a list of positions is no mask" });
  };
  if (mask.length !== nodeCount) refuse(`${nodeCount} values, one for each node`, `${mask.length}`);
  return Uint8Array.from({ length: nodeCount }, (_, node) => {
    const value = Number(mask[node]);
    return value === 0 || value === 1 ? value : refuse("true and false, or 1 and 0", `${value} at ${node}`);
  });
}

function clustersOf(
  { sensitive, columns = {} }: GraphColumns,
  name: string,
  columnOf: (field: string, column: MemoryColumn) => (string | null)[],
): Int32Array {
  const all = new Map([...Object.entries(sensitive), ...Object.entries(columns)]);
  const column = all.get(name);
  if (column !== undefined) return codeClusters(columnOf(`columns.${name}`, column), { missing: [] }).code;
  const hint = suggest(name, all.keys());
  throw new InputError({ argument: "cluster", expected: "a column of the graph", found: JSON.stringify(name), hint });
}
