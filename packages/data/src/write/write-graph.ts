import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  InputError,
  type Category,
  type Graph,
  type NodeTable,
  type Split,
  canonicalLevel,
  checkGraph,
  checkNodeTable,
  repeatedTexts,
  splitParts,
} from "@evenodds/core";
import { stringify } from "yaml";
import { cardFileName } from "../card/read-card.js";
import { graphFormats, type GraphFormat } from "./graph-format.js";
import { folderOutput } from "./write-file-atomically.js";
import { writeTable, type OutputColumn } from "./write-table.js";
import { writeTogether, type Output } from "./write-together.js";

export interface WritableGraph {
  readonly name: string;
  readonly graph: Graph;
  readonly nodes: NodeTable;
  /** The part that each node is in, written as a column that the card names. Default: none is written. */
  readonly split?: Split | undefined;
  readonly description?: string | undefined;
  readonly license?: string | undefined;
  readonly citation?: string | undefined;
  /** Format of the node and edge files. Default: `csv`. */
  readonly format?: GraphFormat | undefined;
  /** Text of a `README.md` beside the card. Default: none is written. */
  readonly readme?: string | undefined;
  /** Whether a folder with a graph may be replaced. Default: false. */
  readonly overwrite?: boolean | undefined;
}

/** Names under which graphs are written. */
const replaceable = new Set([
  cardFileName,
  "README.md",
  ...graphFormats.flatMap((format) => [`nodes.${format}`, `edges.${format}`]),
]);

/**
 * Writes `graph.yaml`, a node and an edge file to the folder `dir`, from which `loadGraph` reads an equal graph: same
 * ids, order, features bit by bit, levels, targets (−0 as 0), parts of a split, id scope and, sorted by (target,
 * source), same arcs with their weights and attributes (−0 as 0). Columns of whole numbers are written without a
 * fraction. A graph in which every arc has its reverse and none is repeated or has a number is written as undirected,
 * each edge once.
 *
 * All or nothing: a folder beside is filled and then renamed. Throws InputError for a target that is not empty (unless
 * `overwrite`, and then for one that holds anything but a graph), and for a graph or node table that is not sound.
 */
export async function writeGraph(dir: string, content: WritableGraph): Promise<void> {
  await writeTogether([graphOutput(dir, content)]);
}

/** Returns the graph of {@link writeGraph} as an output, to be written together with others. */
export function graphOutput(dir: string, content: WritableGraph): Output {
  const { graph, nodes, split, format = "csv", overwrite = false } = content;
  checkWritable(graph, nodes);
  const directed = !isUndirected(graph);
  const arcs = directed ? graph.source.map((_, e) => e) : oneWay(graph);
  const names = columnNames(graph, nodes, split);
  const edgeNames = edgeColumnNames(graph);
  return folderOutput(dir, {
    overwrite,
    replaceable,
    write: async (folder) => {
      const columns = [
        ...nodeColumns(graph, nodes, names),
        ...splitColumn(split, { name: names.split, rows: graph.nodeCount }),
      ];
      await writeTable(join(folder, `nodes.${format}`), { columns, rows: graph.nodeCount, format });
      const end = (name: string, indices: Int32Array): OutputColumn => ({
        name,
        kind: "text",
        at: (row) => graph.nodeIds[indices[arcs[row]!]!]!,
      });
      const ends = [end(edgeNames.source, graph.source), end(edgeNames.target, graph.target)];
      const edges = [...ends, ...valueColumns(graph, { arcs, weight: edgeNames.weight })];
      await writeTable(join(folder, `edges.${format}`), { columns: edges, rows: arcs.length, format });
      const shape = { format, directed, names, edgeNames, edges: arcs.length };
      await writeFile(join(folder, cardFileName), cardText(content, shape));
      if (content.readme !== undefined) await writeFile(join(folder, "README.md"), content.readme);
    },
  });
}

interface ColumnNames {
  readonly id: string;
  readonly label: string | undefined;
  readonly sensitive: readonly string[];
  readonly split: string | undefined;
}

interface EdgeColumnNames {
  readonly source: string;
  readonly target: string;
  readonly weight: string;
}

/** Returns a name that none of those before has, most often the one that is wanted. */
function freeNames(before: readonly string[], suffix: string): (wanted: string) => string {
  const taken = new Set(before);
  return (wanted) => {
    let name = wanted;
    while (taken.has(name)) name += suffix;
    taken.add(name);
    return name;
  };
}

/** Names that no attribute of arcs has. */
function edgeColumnNames({ edgeAttributes }: Graph): EdgeColumnNames {
  const free = freeNames(edgeAttributes?.names ?? [], "_of_edge");
  return { source: free("source"), target: free("target"), weight: free("weight") };
}

/** The columns with weights and attributes of the arcs that are written. */
function valueColumns(
  { edgeWeight, edgeAttributes }: Graph,
  { arcs, weight }: { readonly arcs: Int32Array; readonly weight: string },
): OutputColumn[] {
  const weights = edgeWeight && {
    name: weight,
    kind: "float32" as const,
    at: (row: number) => edgeWeight[arcs[row]!]!,
  };
  const attributes = edgeAttributes?.names.map((name, at, { length }): OutputColumn => ({
    name,
    kind: "float32",
    at: (row) => edgeAttributes.values[arcs[row]! * length + at]!,
  }));
  return [...(weights === undefined ? [] : [weights]), ...(attributes ?? [])];
}

/** Names that no feature has: a sensitive attribute may be a feature too, with other values. */
function columnNames(graph: Graph, nodes: NodeTable, split: Split | undefined): ColumnNames {
  const free = freeNames(graph.featureNames, "_level");
  const label = nodes.labelName === "" ? undefined : free(nodes.labelName);
  if (label !== undefined && label !== nodes.labelName) {
    throw new InputError({
      argument: "features",
      expected: "no feature with the name of the label",
      found: nodes.labelName,
    });
  }
  const sensitive = nodes.sensitive.map(({ name }) => free(name));
  const id = free("node_id");
  return { id, label, sensitive, split: split && free("split") };
}

function nodeColumns(graph: Graph, nodes: NodeTable, names: ColumnNames): OutputColumn[] {
  const { features, featureNames } = graph;
  const width = featureNames.length;
  const level = (name: string, code: Int32Array, levels: readonly string[]): OutputColumn => ({
    name,
    kind: "text",
    at: (row) => levels[code[row]!] ?? null,
  });
  return [
    { name: names.id, kind: "text", at: (row) => graph.nodeIds[row]! },
    ...labelColumn(nodes, { name: names.label, level }),
    ...nodes.sensitive.map(({ code, levels }, i) => level(names.sensitive[i]!, code, levels)),
    ...featureNames.map((name, f): OutputColumn => ({
      name,
      kind: isWhole(features, { first: f, width }) ? "int32" : "float32",
      at: (row) => features[row * width + f]!,
    })),
  ];
}

function splitColumn(
  split: Split | undefined,
  { name, rows }: { readonly name: string | undefined; readonly rows: number },
): OutputColumn[] {
  if (split === undefined || name === undefined) return [];
  const number = new Int8Array(rows).fill(-1);
  splitParts.forEach((part, at) => {
    for (const node of split[part]) number[node] = at;
  });
  return [{ name, kind: "text", at: (row) => splitParts[number[row]!] ?? null }];
}

function labelColumn(
  { label, classes, target }: NodeTable,
  {
    name,
    level,
  }: {
    readonly name: string | undefined;
    readonly level: (name: string, code: Int32Array, levels: readonly string[]) => OutputColumn;
  },
): OutputColumn[] {
  if (name === undefined) return [];
  return target === undefined
    ? [level(name, label, classes)]
    : [{ name, kind: "float64", at: (row) => target.value[row]! }];
}

/** Whether a column has whole numbers of 32 bits only. −0 is none: an integer has no sign of zero. */
function isWhole(
  features: Float32Array,
  { first, width }: { readonly first: number; readonly width: number },
): boolean {
  for (let i = first; i < features.length; i += width) if (!Object.is(features[i]! | 0, features[i])) return false;
  return true;
}

function cardText(
  { name, graph, nodes, description, license, citation }: WritableGraph,
  shape: {
    readonly format: string;
    readonly directed: boolean;
    readonly names: ColumnNames;
    readonly edgeNames: EdgeColumnNames;
    readonly edges: number;
  },
): string {
  const { format, directed, names, edgeNames, edges } = shape;
  const ordered = (levels: readonly string[]) =>
    levels.length === 0 ? undefined : new Map(levels.map((level) => [level, level]));
  const sensitive = nodes.sensitive.map((attribute: Category, i): [string, unknown] => [
    attribute.name,
    { column: names.sensitive[i], levels: ordered(attribute.levels) },
  ]);
  return stringify({
    name,
    description,
    license,
    citation,
    nodes: {
      files: `nodes.${format}`,
      id: names.id,
      id_scope: graph.idScope,
      label: names.label && {
        column: names.label,
        classes: ordered(nodes.classes),
        numeric: nodes.target && true,
      },
      sensitive: sensitive.length === 0 ? undefined : Object.fromEntries(sensitive),
      split: names.split,
      features: { include: graph.featureNames },
    },
    edges: {
      files: `edges.${format}`,
      source: edgeNames.source,
      target: edgeNames.target,
      edge_weight: graph.edgeWeight && edgeNames.weight,
      edge_attr: graph.edgeAttributes?.names,
      directed: directed || undefined,
      duplicates: directed ? "keep" : undefined,
    },
    expect: { nodes: graph.nodeCount, edges, features: graph.featureNames.length },
  });
}

/** Whether every arc has its reverse and none is repeated or has a number, which could differ by direction. */
function isUndirected({ source, target, edgeWeight, edgeAttributes, nodeCount }: Graph): boolean {
  if (edgeWeight !== undefined || edgeAttributes !== undefined) return false;
  const forward = new Float64Array(source.length);
  const backward = new Float64Array(source.length);
  for (let e = 0; e < source.length; e++) {
    forward[e] = target[e]! * nodeCount + source[e]!;
    backward[e] = source[e]! * nodeCount + target[e]!;
  }
  forward.sort();
  backward.sort();
  return forward.every((key, e) => key === backward[e] && key !== forward[e - 1]);
}

function oneWay({ source, target }: Graph): Int32Array {
  return source.map((_, e) => e).filter((e) => source[e]! <= target[e]!);
}

/**
 * Checks that a graph is sound and that reading it back gives the same. Throws {@link InputError} for a graph without
 * features, for ids and names of attributes that are blank or have outer blanks, and for levels that files cannot tell
 * apart: blank ones, and those that core's `canonicalLevel` makes one.
 */
function checkWritable(graph: Graph, nodes: NodeTable): void {
  checkGraph(graph);
  checkNodeTable(nodes, graph.nodeCount);
  if (graph.featureNames.length === 0) {
    throw new InputError({ argument: "features", expected: "at least one", found: "none" });
  }
  const odd = graph.nodeIds.find((id) => id === "" || id.trim() !== id);
  if (odd !== undefined) {
    const expected = "texts that are not blank, without outer blanks";
    throw new InputError({ argument: "node ids", expected, found: JSON.stringify(odd) });
  }
  const oddName = graph.edgeAttributes?.names.find((name) => name === "" || name.trim() !== name);
  if (oddName !== undefined) {
    const expected = "texts that are not blank, without outer blanks";
    throw new InputError({ argument: "names of attributes of arcs", expected, found: JSON.stringify(oddName) });
  }
  if (nodes.target !== undefined && nodes.target.name !== nodes.labelName) {
    const expected = `the name of the label, ${JSON.stringify(nodes.labelName)}`;
    throw new InputError({ argument: "target", expected, found: JSON.stringify(nodes.target.name) });
  }
  checkLevels(nodes.labelName, nodes.classes);
  for (const { name, levels } of nodes.sensitive) checkLevels(name, levels);
}

function checkLevels(name: string, levels: readonly string[]): void {
  const values = levels.map(canonicalLevel);
  const [repeated] = repeatedTexts(values);
  const blank = values.indexOf("");
  if (blank < 0 && repeated === undefined) return;
  const bad = blank >= 0 ? blank : values.lastIndexOf(repeated!);
  throw new InputError({
    argument: `levels of ${JSON.stringify(name)}`,
    expected: "texts that stay apart in a file",
    found: JSON.stringify(levels[bad]),
  });
}
