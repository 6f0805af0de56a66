import {
  checkClassSpelling,
  checkGraph,
  checkGraphOnDisk,
  checkNodeTable,
  duringWork,
  freeMemory,
  isOnDisk,
  LargeMap,
  type Category,
  type Graph,
  type GraphFindings,
  type GraphOnDisk,
  type NodeTable,
  InputError,
} from "@evenodds/core";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { CardCategory, CardFile, CardLabel, GraphCard } from "../card/graph-card.js";
import { readCard, type LocatedCard } from "../card/read-card.js";
import { inLimitedDatabase } from "../source/in-limited-database.js";
import { withDatabase } from "../source/with-database.js";
import { checkRoundedIds } from "../source/check-rounded-ids.js";
import { hashFile, type ReadFile } from "../source/hash-file.js";
import { columnIndex, openTable, type OpenTable } from "../source/open-table.js";
import { isTensorFile } from "../tensors/with-tensor-file.js";
import { whileUnchanged } from "../source/while-unchanged.js";
import { codeClusters } from "./code-clusters.js";
import type { GraphAccounting } from "./file-accounting.js";
import { codeCategory } from "./code-category.js";
import { edgeColumnNotes } from "./edge-column-notes.js";
import type { GivenSplit } from "./given-split.js";
import type { GraphKeeper } from "./graph-keeper.js";
import { keepInMemory } from "./keep-in-memory.js";
import { keepOnDisk } from "./keep-on-disk.js";
import { indexFeatureWarnings } from "./index-feature-warnings.js";
import { labelWords, labelOrigin, type LabelOrigin } from "./label-origin.js";
import { categoryWarnings, type DataWarning } from "./level-warnings.js";
import { loadTensorGraph } from "./load-tensor-graph.js";
import { matchIds } from "./match-ids.js";
import { mostNumbers, readFeatures } from "./read-features.js";
import { planColumns, type NodeColumns } from "./plan-columns.js";
import { readEdges, stageEndpoints } from "./read-edges.js";
import { readNodes } from "./read-nodes.js";
import { readTarget } from "./read-target.js";
import { databaseBytes, graphSize, loadingBytes, type GraphSize, type RoomForGraph } from "./room-for-graph.js";
import { splitOfColumn } from "./split-of-column.js";
import { rowIds, selectNodes, type NodeSelection } from "./select-nodes.js";
import { stageEdges } from "./stage-edges.js";

export interface LoadOptions {
  /** Columns that are the features, in this order, instead of those of the card: the input of a model. */
  readonly featureNames?: readonly string[] | undefined;
  /** What asks for `featureNames`, for messages. Default: feature of the model. */
  readonly featuresFrom?: string | undefined;
  /** A column of the node files by whose values nodes are put into clusters. It stays a feature where it is one. */
  readonly cluster?: string | undefined;
  /**
   * Returns further columns of the node files whose texts are wanted, of those that are neither id nor label. Default:
   * none.
   */
  readonly columns?: ((names: readonly string[]) => readonly string[]) | undefined;
  /**
   * Of a graph in one file: which attributes it has, see `loadTensorGraph`. A card has those that it names. Default:
   * `sensitive`, where the file has an array of this name.
   */
  readonly sensitive?: readonly string[] | undefined;
  /** Called as each stage begins: hash files, read edges, read nodes, join edges, check graph. */
  readonly onStage?: ((stage: string) => void) | undefined;
}

/** A graph with labels and attributes, and an account of how it came to be. */
export type LoadedGraph = Loaded<Graph>;

/** A graph of any kind, with labels and attributes, and an account of how it came to be. */
export interface Loaded<G> {
  readonly name: string;
  readonly graph: G;
  readonly nodes: NodeTable;
  /** `[N]`, clusters of the column that was asked for, numbered by name, −1 = missing; undefined where none was. */
  readonly cluster: Int32Array | undefined;
  /** `[N]`, 1 = audited; undefined where all are. */
  readonly mask?: Uint8Array | undefined;
  /** The parts of the nodes, where the data give them; see the parts that a model records for others. */
  readonly split?: GivenSplit | undefined;
  /** Number of labelled nodes. 0 where the card names no label column or all labels are missing. */
  readonly labelled: number;
  readonly accounting: GraphAccounting;
  /** What is legal but worth telling: self loops, isolated nodes, constant features. */
  readonly findings: GraphFindings;
  readonly files: readonly ReadFile[];
  /** How the labels were declared. */
  readonly labels: LabelOrigin;
  /** What was taken as it is and may mean something else: an index among the features, a group in two spellings. */
  readonly warnings: readonly DataWarning[];
  /** `[N]` each, the texts of the columns that `columns` asked for; null = NULL. Undefined where it asked for none. */
  readonly columns?: ReadonlyMap<string, readonly (string | null)[]> | undefined;
  /** What the card says; undefined where the graph has none. */
  readonly card?: GraphCard | undefined;
  /** Sentences about what was not read, such as further columns of the edge files. */
  readonly notes: readonly string[];
}

/** A graph that was loaded as its card describes it. */
export interface CardGraph extends LoadedGraph {
  readonly card: GraphCard;
}

/**
 * Loads the graph at `path`: a folder with a `graph.yaml`, a card file, or one file of arrays (`.safetensors` or
 * `.npz`, see `loadTensorGraph`).
 *
 * Nodes are in the order of the card (`file` or `id`), arcs sorted by (target, source): the order of edge rows
 * changes nothing. An undirected graph has both arcs of every edge and no edge twice; a directed one keeps its arcs,
 * merged unless the card says `duplicates: keep`. Self loops stay. Ids are the texts of the node files, categories are
 * in the spelling of core's `canonicalLevel`; a label that the card calls numeric is in `nodes.target`. A graph without
 * labels loads, with −1 on every node and `labelled` 0.
 *
 * Throws InputError, naming file, column, row id or field, for whatever cannot be loaded as the card says; nothing is
 * guessed, dropped or filled in without an entry in `accounting`.
 */
export async function loadGraph(path: string, options: LoadOptions = {}): Promise<LoadedGraph> {
  if (isTensorFile(path) && (await isFile(path))) return loadTensorGraph(path, options);
  return loadLocatedGraph(await readCard(path), options);
}

/**
 * Loads the graph at `path` as {@link loadGraph} does, where it has room; else, where it has a card without attributes
 * of edges, with its features and arcs on disk. What is said of it is the same: its accounting, findings, notes and
 * warnings, and the errors of a bad one. Files are in the place of `room`, and gone with it.
 */
export async function loadGraphWithin(
  path: string,
  options: LoadOptions,
  room: RoomForGraph,
): Promise<Loaded<Graph | GraphOnDisk>> {
  if (isTensorFile(path) && (await isFile(path))) return loadTensorGraph(path, options);
  return loadAnywhere(await readCard(path), options, room);
}

/** What to do about a column of a table with too many numbers. */
const fewerOptionNumbers =
  "list the values with ‘classes’ or ‘levels’, cut a sensitive column with ‘bins’, or, if the model predicts the number, add ‘outputKind: number’";

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === false;
}

/** Loads the graph of a card that was read before. */
export async function loadLocatedGraph(located: LocatedCard, options: LoadOptions = {}): Promise<CardGraph> {
  const { graph, ...loaded } = await loadAnywhere(located, options);
  if (isOnDisk(graph)) throw new TypeError("without a place on disk, graphs are in memory");
  return { ...loaded, graph };
}

type LoadedAnywhere = Loaded<Graph | GraphOnDisk> & Pick<CardGraph, "card">;

async function loadAnywhere(located: LocatedCard, options: LoadOptions, room?: RoomForGraph): Promise<LoadedAnywhere> {
  const { card, folder } = located;
  const files = [...card.nodes.files, ...card.edges.files];
  return duringWork({ doing: `read ${card.name}`, library: null }, (work) => {
    const onStage = (stage: string) => {
      work.turnTo(stage);
      options.onStage?.(stage);
    };
    return whileUnchanged(files, { folder, work: () => loadUnchanged(located, { ...options, onStage }, room) });
  });
}

async function loadUnchanged(
  located: LocatedCard,
  options: LoadOptions,
  room: RoomForGraph | undefined,
): Promise<LoadedAnywhere> {
  const { card, folder } = located;
  options.onStage?.("hash files");
  const nodeFiles = await hashAll(card.nodes.files, folder);
  const edgeFiles = await hashAll(card.edges.files, folder);
  const content = await withDatabase((connection) => loadContent(connection, located, { ...options, room }));
  const scope =
    card.nodes.idScope ?? (card.nodes.id === undefined ? nodeFiles.map((file) => file.sha256).join("+") : undefined);
  const graph: Graph | GraphOnDisk = scope === undefined ? content.graph : { ...content.graph, idScope: scope };
  options.onStage?.("check graph");
  if (isOnDisk(graph)) await freeMemory();
  const findings = isOnDisk(graph) ? checkGraphOnDisk(graph) : checkGraph(graph);
  checkNodeTable(content.nodes, graph.nodeCount);
  const labelled = content.nodes.label.reduce((count, code) => count + (code < 0 ? 0 : 1), 0);
  checkExpectations(card, { ...findings, edges: content.accounting.edges.used, labelled });
  const labels = labelOrigin(card, content.nodes.classes);
  if (isOnDisk(graph)) await freeMemory();
  return { name: card.name, ...content, graph, findings, labelled, files: [...nodeFiles, ...edgeFiles], labels, card };
}

async function hashAll(files: readonly CardFile[], folder: string): Promise<ReadFile[]> {
  const hashed: ReadFile[] = [];
  for (const file of files) hashed.push(await hashFile(file, folder));
  return hashed;
}

async function loadContent(
  connection: DuckDBConnection,
  located: LocatedCard,
  { room, ...options }: LoadOptions & { readonly room: RoomForGraph | undefined },
): Promise<GraphContent<Graph | GraphOnDisk>> {
  const tables = await openTables(connection, located, options);
  const { card } = located;
  const width = tables.columns.features.length;
  const size = graphSize(tables.nodeTable, tables.edgeTable?.table, { features: width, card });
  const from = { card, tables, options };
  const held = process.memoryUsage().rss;
  if (room === undefined || !(await isForDisk(size, { card, room, held }))) {
    return readContent(connection, from, keepInMemory(width));
  }
  const folder = await room.place.folder();
  const limit = { memory: databaseBytes(size, { ...room, held }), folder: join(folder, "tables") };
  const keeper = keepOnDisk({ folder, own: room.place.own, rows: size.nodes, width, memory: room.memory });
  return inLimitedDatabase(connection, limit, () => readContent(connection, from, keeper));
}

/** Whether a graph has no room in memory and can be on disk. `held` is what the process takes already. */
async function isForDisk(
  size: GraphSize,
  { card: { edges }, room, held }: { readonly card: GraphCard; readonly room: RoomForGraph; readonly held: number },
): Promise<boolean> {
  const canBe = size.features > 0 && edges.edgeAttributes === undefined;
  return canBe && held + loadingBytes(size) > room.memory && (await room.isWanted());
}

/** What a card names, opened and found. */
type OpenTables = Awaited<ReturnType<typeof openTables>>;

async function openTables(
  connection: DuckDBConnection,
  { card, folder }: LocatedCard,
  { featureNames, featuresFrom, cluster, columns: wanted, onStage }: LoadOptions,
) {
  onStage?.("read edges");
  const nodeTable = await openTable(connection, {
    files: card.nodes.files,
    folder,
    layout: { ...card.nodes, subject: "nodes" },
  });
  const columns = planColumns(nodeTable, { nodes: card.nodes, featureNames, featuresFrom });
  const clusterColumn = cluster === undefined ? undefined : columnIndex(nodeTable, cluster, "cluster column");
  const furtherNames = wanted?.(furtherColumns(nodeTable, columns)) ?? [];
  const further = furtherNames.map((name) => columnIndex(nodeTable, name, "column of the model"));
  const edgeTable = card.edges.files.length === 0 ? null : await openEdges(connection, { card, folder });
  return { nodeTable, columns, clusterColumn, furtherNames, further, edgeTable };
}

/** A card with its tables, and how it is loaded. */
interface CardTables {
  readonly card: GraphCard;
  readonly tables: OpenTables;
  readonly options: LoadOptions;
}

/** What is loaded of a graph by its files. */
type GraphContent<G> = Pick<
  Loaded<G>,
  "graph" | "nodes" | "cluster" | "split" | "warnings" | "notes" | "columns" | "accounting"
>;

/**
 * Reads the rows of all files, and chooses those that are nodes; in the database, the texts of edge rows have their
 * nodes. Texts, and what is found by them, are let go here: nothing else takes as much memory for each node.
 */
async function readAllRows(
  connection: DuckDBConnection,
  { card, tables, options: { onStage } }: CardTables,
  { features: keeper, tidy, relieve }: Pick<GraphKeeper<unknown, unknown, unknown>, "features" | "tidy" | "relieve">,
) {
  const { nodeTable, columns, clusterColumn, further, edgeTable } = tables;
  const staged = edgeTable && (await stageEdges(connection, edgeTable.table, card.edges));
  onStage?.("read nodes");
  const read = await readNodes(connection, nodeTable, {
    columns,
    keeper,
    relieve,
    further: [...(clusterColumn === undefined ? [] : [clusterColumn]), ...further],
    where: card.nodes.where,
  });
  await tidy();
  const idTexts = columns.id === undefined ? undefined : read.texts.get(columns.id)!;
  if (idTexts !== undefined) checkRoundedIds(nodeTable, columns.id!, idTexts);
  const ids = rowIds(idTexts, read.rows);
  const edgeIds =
    staged && (await matchIds(connection, staged, { nodeIds: ids, name: edgeTable.name, edges: card.edges }));
  await tidy();
  const endpoints = card.nodes.connectedOnly ? allOf(edgeIds ?? []) : undefined;
  const selection = selectNodes(ids, { nodes: card.nodes, name: nodeTable.name, where: read.where, endpoints });
  if (staged === null) return { read, staged, selection };
  await tidy();
  const { texts, ...rows } = staged;
  await stageEndpoints(connection, texts, { ids: edgeIds!, nodeOf: nodeOfId(ids, selection) });
  return { read, staged: rows, selection };
}

/** Reads the rows of the files of a card; `keeper` says where features and arcs are. */
async function readContent<F, A, G>(
  connection: DuckDBConnection,
  { card, tables, options }: CardTables,
  keeper: GraphKeeper<F, A, G>,
): Promise<GraphContent<G>> {
  const { nodeTable, columns, clusterColumn, furtherNames, further, edgeTable } = tables;
  const { columns: wanted, onStage } = options;
  const { read, staged, selection } = await readAllRows(connection, { card, tables, options }, keeper);
  const { nodeIds } = selection;
  await keeper.tidy();

  const category = (column: number, described: GraphCard["nodes"]["sensitive"][number], most: number) => {
    const texts = pick(read.texts.get(column)!, selection.rowOfNode);
    const fewerNumbers = card.ofOptions === true ? fewerOptionNumbers : undefined;
    return codeCategory(described, { texts, ids: nodeIds, mostNumbers: most, fewerNumbers });
  };
  const readLabels = (described: CardLabel) => {
    if (!described.numeric) return category(columns.label!, described, mostNumbers.label);
    const texts = pick(read.texts.get(columns.label!)!, selection.rowOfNode);
    return readTarget(described, { texts, ids: nodeIds, rows: selection.rowOfNode, file: nodeTable.name });
  };
  const { label, sensitive } = card.nodes;
  const labels = label && readLabels(label);
  if (label?.levels === undefined && labels !== undefined) {
    checkClassSpelling({ labels: labels.levels }, labelWords(card));
  }
  const attributes = sensitive.map((described, i) => category(columns.sensitive[i]!, described, mostNumbers.sensitive));
  const warnings = [
    ...attributes.flatMap((attribute, i) => attributeWarnings(sensitive[i]!, attribute)),
    ...indexFeatureWarnings(
      {
        ...read,
        name: read.table.name,
        featureNames: read.features.map((column) => read.table.columns[column]!),
        remedy: "list it under features.exclude in the card, or, if it is meant, under features.include",
      },
      new Set(card.nodes.features.include),
    ),
  ];

  const features = await readFeatures(read, selection, keeper.features);
  await keeper.tidy();
  onStage?.("join edges");
  const { arcs, accounting } =
    staged === null || edgeTable === null
      ? await withoutEdges(keeper)
      : await readEdges(connection, staged, {
          edges: card.edges,
          name: edgeTable.name,
          nodeIds,
          keeper: keeper.arcs(staged, nodeIds.length),
          relieve: keeper.relieve,
        });
  const featureNames = columns.features.map((column) => nodeTable.columns[column]!);
  const graph = keeper.graph({ nodeCount: nodeIds.length, featureNames, nodeIds }, { features, arcs });
  const nodes: NodeTable = {
    label: labels?.code ?? new Int32Array(nodeIds.length).fill(-1),
    classes: labels?.levels ?? [],
    labelName: label?.name ?? "",
    sensitive: attributes,
    ...(labels !== undefined && "target" in labels && { target: labels.target }),
  };
  const clusters =
    clusterColumn === undefined
      ? undefined
      : codeClusters(pick(read.texts.get(clusterColumn)!, selection.rowOfNode), { missing: [] }).code;
  const split =
    card.nodes.split &&
    splitOfColumn(card.nodes.split, {
      texts: pick(read.texts.get(columns.split!)!, selection.rowOfNode),
      ids: nodeIds,
      file: nodeTable.name,
    });
  return {
    ...{ graph, nodes, cluster: clusters, split, warnings, notes: edgeTable?.notes ?? [] },
    columns:
      wanted && new Map(further.map((at, i) => [furtherNames[i]!, pick(read.texts.get(at)!, selection.rowOfNode)])),
    accounting: { nodes: selection.accounting, edges: accounting },
  };
}

/** Returns no arcs, of a card without edge files. */
async function withoutEdges<A>({ arcs }: Pick<GraphKeeper<unknown, A, unknown>, "arcs">) {
  const never = () => {
    throw new TypeError("there are no arcs");
  };
  const none = arcs({ rows: 0, weighted: false, attributes: undefined }, 0);
  const kept = await none.finish({ directed: true, distinct: false, clash: never });
  return { arcs: kept.arcs, accounting: { read: 0, used: 0, excluded: [] } };
}

async function openEdges(connection: DuckDBConnection, { card: { edges }, folder }: LocatedCard) {
  const layout = { ...edges, subject: "edges" } as const;
  const table = await openTable(connection, { files: edges.files, folder, layout });
  const notes = await edgeColumnNotes(connection, table, edges);
  return { name: table.name, notes, table };
}

/** Names of columns that stand once and are neither id nor label. */
function furtherColumns({ columns }: OpenTable, { id, label }: NodeColumns): string[] {
  return columns.filter(
    (name, i) => i !== id && i !== label && name !== "" && columns.indexOf(name) === columns.lastIndexOf(name),
  );
}

/** What is doubtful about the levels of an attribute, unless the card lists them. */
function attributeWarnings({ levels: listed, bins }: CardCategory, attribute: Category): DataWarning[] {
  if (listed !== undefined || bins !== undefined) return [];
  return categoryWarnings(attribute, `list them under nodes.sensitive.${attribute.name}.levels in the card`);
}

function pick<T>(values: readonly T[], rows: Int32Array): T[] {
  return Array.from(rows, (row) => values[row]!);
}

function allOf(ids: readonly string[]): LargeMap<string, true> {
  const all = new LargeMap<string, true>();
  for (const id of ids) all.set(id, true);
  return all;
}

/** Node of every id that a row has; −1 where only rows that were left out have it. */
function nodeOfId(ids: readonly string[], { nodeOfRow }: NodeSelection): LargeMap<string, number> {
  const nodeOf = new LargeMap<string, number>();
  ids.forEach((id, row) => {
    if (id !== "" && (nodeOfRow[row]! >= 0 || !nodeOf.has(id))) nodeOf.set(id, nodeOfRow[row]!);
  });
  return nodeOf;
}

/** Throws {@link InputError} naming every count of the card's `expect` that the loaded graph does not have. */
function checkExpectations(card: GraphCard, found: Required<{ [K in keyof GraphCard["expect"]]: number }>): void {
  const names = ["nodes", "edges", "arcs", "features", "labelled"] as const;
  const wrong = names.filter((name) => card.expect[name] !== undefined && card.expect[name] !== found[name]);
  if (wrong.length === 0) return;
  throw new InputError({
    argument: `counts of graph ${JSON.stringify(card.name)}`,
    expected: wrong.map((name) => `${card.expect[name]} ${name}`).join(", "),
    found: wrong.map((name) => `${found[name]} ${name}`).join(", "),
    hint: "the files or the rules of the card have changed; correct the one that is wrong",
  });
}
