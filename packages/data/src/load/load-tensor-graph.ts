import { basename, dirname, extname } from "node:path";
import { InputError, isFloatType, suggest, type StoredArray, type StoredType, type SplitPart } from "@evenodds/core";
import type { NamedValue } from "../card/graph-card.js";
import { hashFile } from "../source/hash-file.js";
import { whileUnchanged } from "../source/while-unchanged.js";
import { withTensorFile } from "../tensors/with-tensor-file.js";
import { gatherGraph, type GraphColumns, type GraphWords } from "./gather-graph.js";
import { indexFeatureWarnings } from "./index-feature-warnings.js";
import type { LoadedGraph, LoadOptions } from "./load-graph.js";
import type { MemoryEdgeAttributes } from "./memory-graph.js";
import { sayMissing, tensorCategory } from "./tensor-category.js";
import { tensorLabel } from "./tensor-label.js";
import { cellTexts, TensorReader, type TensorColumn } from "./tensor-reader.js";

/** The masks of PyTorch Geometric, by the part of a split that each stands for. */
const masks: Readonly<Record<SplitPart, string>> = {
  train: "train_mask",
  validation: "val_mask",
  test: "test_mask",
};

/** Names under which files keep what may be the weights of arcs; `edge_attr` itself is what it is called. */
const weightNames = /^(?!edge_attr$)edge_?(attr|w|weights|values?)$|^weights?$/i;

/**
 * Loads a graph that is one file of arrays, `.safetensors` or `.npz`, named as in PyTorch Geometric's `Data`:
 * `x [N, F]`, `edge_index [2, E]` (sources, then targets; arcs as they are listed, one that is listed k times counts k
 * times), `y [N]`, `edge_weight [E]`, `edge_attr [E, D]` or `[E]` with `edge_attr_names [D]`, `train_mask`,
 * `val_mask` and `test_mask` (truth values, `[N]`), and `sensitive [N]` or what `options.sensitive` names: arrays
 * `[N]`, names of `x_names`, or `x:3` for column 3 of `x`.
 *
 * `node_ids [N]` are the ids; `x_names`, `y_names`, `NAME_names` name columns and codes; `y_missing` and `NAME_missing`
 * are values that stand for "not known". What else is in the file is named in a note.
 *
 * Throws {@link InputError} naming file, array and node for whatever is not so, and for what may mean two things.
 */
export async function loadTensorGraph(path: string, options: LoadOptions = {}): Promise<LoadedGraph> {
  const [folder, name] = [dirname(path), basename(path)];
  const work = async () => {
    options.onStage?.("hash files");
    const file = await hashFile({ path: name }, folder);
    options.onStage?.("read arrays");
    const loaded = await withTensorFile(path, {
      name,
      work: (tensors) => loadFrom(new TensorReader(tensors), { ...options, name, sha256: file.sha256 }),
    });
    return { ...loaded, files: [file] };
  };
  return whileUnchanged([{ path: name }], { folder, work });
}

async function loadFrom(
  reader: TensorReader,
  options: LoadOptions & { readonly name: string; readonly sha256: string },
): Promise<LoadedGraph> {
  const { name, sha256, cluster } = options;
  const nodeCount = checkSizes(reader);
  const { values: features, type: featureType } = await reader.numbers("x");
  const featureNames = await reader.list("x_names");
  const { values: ends, type } = await reader.numbers("edge_index");
  if (type.includes("F") || type === "BOOL")
    throw reader.refuse("edge_index", { expected: "integers, positions of nodes" });
  const arcs = ends.length / 2;
  const edgeWeight = await weightsOf(reader, arcs);
  const edgeAttributes = await attributesOf(reader, arcs);
  const label = reader.has("y") ? await tensorLabel(reader, nodeCount) : undefined;
  const find = columnFinder(reader, { nodeCount, features, featureType, featureNames });
  const sensitive = new Map<string, readonly (string | null)[]>();
  const levels = new Map<string, readonly NamedValue[]>();
  for (const one of attributeNames(reader, options)) {
    const category = await tensorCategory(reader, await find(one, "sensitive attribute"));
    sensitive.set(one, category.texts);
    if (category.levels !== undefined) levels.set(one, category.levels);
  }
  const columns = cluster === undefined ? {} : { [cluster]: cellTexts(await find(cluster, "cluster column")) };
  const split: Partial<Record<SplitPart, ArrayLike<number>>> = {};
  for (const [part, mask] of Object.entries(masks) as [SplitPart, string][]) {
    if (reader.has(mask)) split[part] = await maskCells(reader, { mask, nodeCount });
  }
  const ids = reader.has("node_ids") ? await nodeIds(reader, nodeCount) : undefined;
  const given: GraphColumns = {
    name: basename(name, extname(name)),
    nodeIds: ids ?? Array.from({ length: nodeCount }, (_, node) => node),
    // Positions mean a node in this file alone.
    idScope: ids === undefined ? sha256 : undefined,
    features,
    featureNames,
    edges: { source: ends.subarray(0, arcs), target: ends.subarray(arcs) },
    edgeWeight,
    edgeAttributes,
    directed: true,
    label: label?.texts,
    numeric: label?.numeric,
    sensitive: Object.fromEntries(sensitive),
    columns,
    split: Object.keys(split).length === 0 ? undefined : split,
    levels: { label: label?.levels, sensitive: levels },
  };
  const loaded = gatherGraph(given, { ...options, words: wordsOf(reader, name) });
  const { graph, warnings } = loaded;
  const indexed = indexFeatureWarnings(
    { ...graph, name, rows: nodeCount, starts: [0], blocks: [graph.features], remedy: "leave it out of x" },
    new Set(),
  );
  const arcNotes = [
    ...(edgeWeight === undefined ? [] : [`Arcs have the weights of ${reader.argument("edge_weight")}.`]),
    ...(edgeAttributes === undefined ? [] : [`Arcs have the attributes of ${reader.argument("edge_attr")}.`]),
  ];
  return { ...loaded, warnings: [...warnings, ...indexed], notes: [...arcNotes, ...reader.unusedNotes()] };
}

/** Checks that there is a graph, by the shapes of its arrays alone, and returns N. */
function checkSizes(reader: TensorReader): number {
  for (const key of ["x", "edge_index"]) {
    if (reader.has(key)) continue;
    const found = reader.names.length === 0 ? "no arrays" : `only ${reader.names.join(", ")}`;
    throw reader.refuse(key, {
      expected: "an array of this name",
      found,
      hint: "a graph has x [N, F] and edge_index [2, E]",
    });
  }
  const [nodeCount, width, ...more] = reader.shape("x");
  if (nodeCount === undefined || width === undefined || more.length > 0 || nodeCount * width === 0) {
    throw reader.refuse("x", { expected: "[N, F], a row of features for each node" });
  }
  const [rows, arcs, ...others] = reader.shape("edge_index");
  if (rows === 2 && arcs !== undefined && others.length === 0) return nodeCount;
  const hint = arcs === 2 ? "turn it round: edge_index.T" : undefined;
  throw reader.refuse("edge_index", { expected: "[2, E], sources and targets", hint });
}

/** Whether an array has a number for each arc. */
function isOfArcs(reader: TensorReader, { key, arcs }: { readonly key: string; readonly arcs: number }): boolean {
  const [rows, columns = 1, ...more] = reader.shape(key);
  return rows === arcs && columns === 1 && more.length === 0;
}

async function weightsOf(reader: TensorReader, arcs: number): Promise<ArrayLike<number> | undefined> {
  if (reader.has("edge_weight")) {
    if (isOfArcs(reader, { key: "edge_weight", arcs })) return (await reader.numbers("edge_weight")).values;
    throw reader.refuse("edge_weight", { expected: `[${arcs}], one for each arc` });
  }
  for (const key of reader.unread) {
    if (!weightNames.test(key) || !isOfArcs(reader, { key, arcs }) || arcs === 0) continue;
    if (await reader.isOnes(key)) continue;
    throw reader.refuse(key, {
      expected: "arrays that do not weigh arcs",
      found: `${reader.describe(key)}, numbers that may weigh the arcs, and would not be used`,
      hint: `save it as edge_weight, or leave it out if every arc is to count alike`,
    });
  }
  return undefined;
}

/** Attributes of arcs, in the order of the file's columns. */
async function attributesOf(reader: TensorReader, arcs: number): Promise<MemoryEdgeAttributes | undefined> {
  const key = "edge_attr";
  if (!reader.has(key)) return undefined;
  const [rows, width = 1, ...more] = reader.shape(key);
  if (rows !== arcs || width === 0 || more.length > 0) {
    throw reader.refuse(key, { expected: `[${arcs}, D] or [${arcs}], a row for each arc` });
  }
  const names = await reader.list("edge_attr_names");
  if (names !== undefined && names.length !== width) {
    const expected = `${width} names, one for each column of edge_attr`;
    throw reader.refuse("edge_attr_names", { expected, found: `${names.length}` });
  }
  const { values } = await reader.numbers(key);
  return { names: names ?? Array.from({ length: width }, (_, at) => `${key}:${at}`), values: asFloats(values) };
}

function asFloats(values: StoredArray): Float32Array | Float64Array {
  return values instanceof Int32Array ? Float64Array.from(values) : values;
}

/** Names of the attributes, each once. */
function attributeNames(reader: TensorReader, { sensitive = [] }: LoadOptions): string[] {
  if (sensitive.length > 0) return [...new Set(sensitive)];
  return reader.has("sensitive") ? ["sensitive"] : [];
}

/** Finds a column of nodes: an array, a column of `x` by its name, or by its place as in `x:3`. */
function columnFinder(
  reader: TensorReader,
  x: {
    readonly nodeCount: number;
    readonly features: ArrayLike<number>;
    readonly featureType: StoredType;
    readonly featureNames: readonly string[] | undefined;
  },
): (name: string, argument: string) => Promise<TensorColumn> {
  const { nodeCount, features, featureType: type, featureNames = [] } = x;
  const width = features.length / nodeCount;
  return async (name, argument) => {
    if (reader.has(name)) {
      const hint = "save one array [N] for each attribute";
      return reader.column(name, { nodeCount, hint });
    }
    const [, digits] = /^x:(\d+)$/.exec(name) ?? [];
    const at = digits === undefined ? featureNames.indexOf(name) : Number(digits);
    if (at >= 0 && at < width) {
      return { name, type, cells: Float64Array.from({ length: nodeCount }, (_, node) => features[node * width + at]!) };
    }
    const near = [...reader.names.filter((key) => reader.isColumn(key, nodeCount)), ...featureNames];
    throw new InputError({
      argument,
      expected: `an array [${nodeCount}] of ${reader.file}, one of x_names, or a column of x such as x:${width - 1}`,
      found: JSON.stringify(name),
      hint: suggest(name, near),
    });
  };
}

async function maskCells(
  reader: TensorReader,
  { mask, nodeCount }: { readonly mask: string; readonly nodeCount: number },
): Promise<ArrayLike<number>> {
  const [, splits = 1] = reader.shape(mask);
  const hint = splits > 1 ? `it has ${splits} splits; save one, such as ${mask}[:, 0]` : undefined;
  const { type, cells } = await reader.column(mask, { nodeCount, hint });
  if (type === "BOOL") return cells;
  throw reader.refuse(mask, { expected: `truth values, bool [${nodeCount}]`, hint: `save ${mask}.bool()` });
}

async function nodeIds(reader: TensorReader, nodeCount: number): Promise<string[]> {
  const column = await reader.column("node_ids", { nodeCount });
  if (column.type === "BOOL" || (column.type !== "text" && isFloatType(column.type))) {
    throw reader.refuse("node_ids", { expected: "integers or texts" });
  }
  const ids = cellTexts(column).map((id) => id.trim());
  const blank = ids.indexOf("");
  if (blank < 0) return ids;
  throw reader.refuse("node_ids", { expected: "an id for every node", found: `none at node ${blank}` });
}

/** How messages speak of a graph in one file. */
function wordsOf(reader: TensorReader, file: string): GraphWords {
  const present = Object.values(masks).filter((mask) => reader.has(mask));
  const keys: ReadonlyMap<string, string> = new Map([
    ["features", "x"],
    ["edges", "edge_index"],
    ["edgeWeight", "edge_weight"],
    ["edgeAttributes", "edge_attr"],
    ["label", "y"],
    ["split", present.join(", ")],
    ...Object.entries(masks).map(([part, mask]): [string, string] => [`split.${part}`, mask]),
  ]);
  const field = (name: string) => `${keys.get(name) ?? name.replace(/^(sensitive|columns)\./, "")} of ${file}`;
  return {
    field,
    label: "y",
    classes: {
      argument: field("label"),
      respell: "write each class one way; if they are different classes, list them in y_names",
      declare: "list the classes in y_names",
      markMissing: (value) => sayMissing("y", value),
    },
    hints: {
      place: "y_names",
      rename: "name the classes as the model does in y_names, or save other values as y_missing",
      listAll: "list all classes in y_names, those without nodes too",
      notClasses: "save values that are not classes as y_missing",
      unknown: (value) => sayMissing("y", value),
    },
    classesLine: (named) =>
      `save y_names=[${named.map(({ name, value }) => JSON.stringify(name ?? value)).join(", ")}]`,
    featureNames: `x_names of ${file}`,
    nameFeatures: "save the names of the columns of x as x_names",
    nameGroups: "give each group a name of its own",
    fewerNumbers: "save y_numeric=True beside a label that is a number to predict; cut an attribute into groups",
    oneWeight: "list each arc once",
  };
}
