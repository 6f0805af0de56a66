import { InputError, type LargeMap } from "@evenodds/core";
import { DuckDBDoubleVector, DuckDBIntegerVector, type DuckDBConnection } from "@duckdb/node-api";
import { everyRows } from "./every-rows.js";
import type { ArcNumbers } from "./sorted-arcs.js";
import type { CardEdges } from "../card/graph-card.js";
import { allRows } from "../source/with-database.js";
import { exampleCount, type ExcludedRows, type FileAccounting } from "./file-accounting.js";
import { attributeColumn, weightColumn, type StagedEdges } from "./stage-edges.js";

/** Stands for a node in `endpoint` where an id has none. The order is that of reasons: the lower one wins. */
const excludedNode = -1;
const unknownNode = -2;

/** What an edge row says besides its ends: the numbers of its columns, see {@link StagedEdges}. */
export type EdgeNumbers = readonly Pick<DuckDBDoubleVector, "getItem">[];

/** Keeps edge rows until all are there, and makes arcs of them. */
export interface ArcKeeper<A> {
  /** Takes a row, whose numbers are at `e`. An undirected edge goes from the smaller node to the larger one. */
  readonly add: (source: number, target: number, of: { readonly numbers: EdgeNumbers; readonly e: number }) => void;
  /** Returns the arcs, sorted by (target, source), once all rows are there. */
  readonly finish: (how: {
    /** Whether each row is an arc one way; else they are both ways, and a self loop is one arc. */
    readonly directed: boolean;
    /** Whether rows of the same ends become one. */
    readonly distinct: boolean;
    readonly clash: ArcNumbers["clash"];
  }) => Promise<KeptArcs<A>>;
}

/** Arcs, and how they came to be. */
interface KeptArcs<A> {
  readonly arcs: A;
  /** Rows that were given, and those of them that are left. */
  readonly rows: number;
  readonly used: number;
  /** Keys `target · nodeCount + source` of some that were given more than once, the lowest first. */
  readonly repeated: readonly number[];
}

/**
 * Returns the arcs between the nodes, sorted by (target, source), and what became of the rows. Self loops stay; a self
 * loop of an undirected graph is one arc. {@link stageEndpoints} has said which nodes the rows name, and `keeper` says
 * where the arcs are.
 *
 * Throws {@link InputError} for unknown ids, unless the card drops such rows.
 */
export async function readEdges<A>(
  connection: DuckDBConnection,
  staged: Omit<StagedEdges, "texts">,
  options: {
    readonly edges: CardEdges;
    readonly name: string;
    readonly nodeIds: readonly string[];
    readonly keeper: ArcKeeper<A>;
    /** Called now and then while rows are read, so that memory can be freed. */
    readonly relieve: () => Promise<void>;
  },
): Promise<{ readonly arcs: A; readonly accounting: FileAccounting }> {
  const { edges, nodeIds, keeper, relieve } = options;
  const { unknown, excluded } = await keepEdges(connection, staged, { edges, keeper, relieve });
  if (unknown > 0 && edges.unmatched === "error") throw await unmatchedError(connection, options.name, unknown);
  const distinct = !edges.directed || edges.duplicates === "merge";
  const kept = await keeper.finish({ directed: edges.directed, distinct, clash: clashOf(options) });
  const examplesOf = async (node: number, rows: number) => (rows > 0 ? edgeExamples(connection, node) : []);
  const repeated = kept.repeated.map(
    (key) => `${nodeIds[key % nodeIds.length]} → ${nodeIds[Math.floor(key / nodeIds.length)]}`,
  );
  const reasons: ExcludedRows[] = [
    { reason: "excluded-node", rows: excluded, examples: await examplesOf(excludedNode, excluded) },
    { reason: "unknown-node", rows: unknown, examples: await examplesOf(unknownNode, unknown) },
    { reason: "repeated", rows: kept.rows - kept.used, examples: repeated },
  ];
  return {
    arcs: kept.arcs,
    accounting: { read: staged.rows, used: kept.used, excluded: reasons.filter(({ rows }) => rows > 0) },
  };
}

/**
 * Puts the nodes of all texts of the edge rows into the database. `ids` are what the texts mean; `nodeOf` gives the
 * node of an id, −1 where its row was left out, undefined where no row has it.
 */
export async function stageEndpoints(
  connection: DuckDBConnection,
  texts: readonly string[],
  { ids, nodeOf }: { readonly ids: readonly string[]; readonly nodeOf: LargeMap<string, number> },
): Promise<void> {
  await connection.run("CREATE TABLE endpoint(id VARCHAR, node INTEGER)");
  const appender = await connection.createAppender("endpoint");
  texts.forEach((text, i) => {
    appender.appendVarchar(text);
    appender.appendInteger(nodeOf.get(ids[i]!) ?? unknownNode);
    appender.endRow();
  });
  appender.closeSync();
}

const joined = "edge JOIN endpoint a ON a.id = edge.s JOIN endpoint b ON b.id = edge.t";

/** Rows after which memory is looked at. */
const rowsBetweenRelief = 2 ** 20;

/** Gives the usable rows to a keeper, and returns how many others there are. */
async function keepEdges<A>(
  connection: DuckDBConnection,
  { weighted, attributes }: Pick<StagedEdges, "weighted" | "attributes">,
  {
    edges: { directed },
    keeper,
    relieve,
  }: { readonly edges: CardEdges; readonly keeper: ArcKeeper<A>; readonly relieve: () => Promise<void> },
): Promise<{ readonly unknown: number; readonly excluded: number }> {
  const columns = [...(weighted ? [weightColumn] : []), ...(attributes ?? []).map((_, at) => attributeColumn(at))];
  let unknown = 0;
  let excluded = 0;
  const wereRead = everyRows(rowsBetweenRelief, relieve);
  for await (const chunk of await connection.stream(
    `SELECT ${["a.node", "b.node", ...columns].join(", ")} FROM ${joined}`,
  )) {
    const [from, to] = [chunk.getColumnVector(0), chunk.getColumnVector(1)];
    if (!(from instanceof DuckDBIntegerVector && to instanceof DuckDBIntegerVector)) {
      throw new TypeError("nodes are staged as INTEGER");
    }
    const numbers = columns.map((_, i) => {
      const vector = chunk.getColumnVector(2 + i);
      if (vector instanceof DuckDBDoubleVector) return vector;
      throw new TypeError("numbers of edges are staged as DOUBLE");
    });
    const row = { numbers, e: 0 };
    for (let e = 0; e < chunk.rowCount; e++) {
      row.e = e;
      const source = from.getItem(e)!;
      const target = to.getItem(e)!;
      if (source === unknownNode || target === unknownNode) unknown++;
      else if (source === excludedNode || target === excludedNode) excluded++;
      else if (directed || target >= source) keeper.add(source, target, row);
      else keeper.add(target, source, row);
    }
    await wereRead(chunk.rowCount);
  }
  return { unknown, excluded };
}

async function edgeExamples(connection: DuckDBConnection, node: number, limit = exampleCount): Promise<string[]> {
  const sql = `SELECT s, t FROM ${joined} WHERE least(a.node, b.node) = ${node} ORDER BY edge.rowid LIMIT ${limit}`;
  return (await allRows(connection, sql)).map(([s, t]) => `${String(s)} → ${String(t)}`);
}

async function unmatchedError(connection: DuckDBConnection, name: string, rows: number): Promise<InputError> {
  const examples = await edgeExamples(connection, unknownNode);
  const [first] = await allRows(connection, "SELECT s, t FROM edge LIMIT 1");
  const looksLikeHeader = examples[0] === `${String(first![0])} → ${String(first![1])}` && rows === 1;
  return new InputError({
    argument: name,
    expected: "only ids that are in the node files",
    found: `${rows} rows with another or no id, such as ${examples.map((edge) => JSON.stringify(edge)).join(", ")}`,
    hint: looksLikeHeader
      ? "if the first line has column names, say header: true under edges"
      : "fix the ids, or say unmatched: drop under edges",
  });
}

function clashOf({
  edges,
  name,
  nodeIds,
}: {
  readonly edges: CardEdges;
  readonly name: string;
  readonly nodeIds: readonly string[];
}): ArcNumbers["clash"] {
  return ({ source, target, attribute, values }) => {
    const [from, to] = [JSON.stringify(nodeIds[source]), JSON.stringify(nodeIds[target])];
    const key = attribute === undefined ? "edge_weight" : `edge_attr ${JSON.stringify(attribute)}`;
    const what = attribute === undefined ? "weight" : "value";
    const of = edges.directed ? "arc" : "edge, in both directions";
    throw new InputError({
      argument: `${key} of ${name}`,
      expected: `${attribute === undefined ? "one weight for each" : "one value for each"} ${of}`,
      found: `${values.join(" and ")} for ${edges.directed ? `${from} → ${to}` : `${from} and ${to}`}`,
      hint: edges.directed
        ? `if an arc that is listed twice counts with both ${what}s, say duplicates: keep under edges`
        : `make one row of each edge; if the ${what} differs by direction, say directed: true under edges`,
    });
  };
}
