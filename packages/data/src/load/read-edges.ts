import { InputError, type LargeMap } from "@evenodds/core";
import { DuckDBDoubleVector, DuckDBIntegerVector, type DuckDBConnection } from "@duckdb/node-api";
import { sortedArcs, valuesAt, type Arcs, type ArcNumbers } from "./sorted-arcs.js";
import type { CardEdges } from "../card/graph-card.js";
import { allRows } from "../source/with-database.js";
import { exampleCount, type ExcludedRows, type FileAccounting } from "./file-accounting.js";
import { attributeColumn, weightColumn, type StagedEdges } from "./stage-edges.js";

/** Stands for a node in `endpoint` where an id has none. The order is that of reasons: the lower one wins. */
const excludedNode = -1;
const unknownNode = -2;

/**
 * Returns the arcs between the nodes, sorted by (target, source), and what became of the rows. Self loops stay; a self
 * loop of an undirected graph is one arc. `nodeOf` gives the node of an id, −1 where its row was left out, undefined
 * where no row has it.
 *
 * Throws {@link InputError} for unknown ids, unless the card drops such rows.
 */
export async function readEdges(
  connection: DuckDBConnection,
  staged: StagedEdges,
  options: {
    readonly edges: CardEdges;
    readonly name: string;
    /** The id that each text of an edge row means. */
    readonly ids: readonly string[];
    readonly nodeIds: readonly string[];
    readonly nodeOf: LargeMap<string, number>;
  },
): Promise<{ readonly arcs: Arcs; readonly accounting: FileAccounting }> {
  const { edges, nodeIds } = options;
  appendEndpoints(await endpointAppender(connection), staged.texts, options);
  const { keys, values, unknown, excluded } = await edgeKeys(connection, staged, {
    edges,
    nodeCount: nodeIds.length,
  });
  if (unknown > 0 && edges.unmatched === "error") throw await unmatchedError(connection, options.name, unknown);
  const distinct = !edges.directed || edges.duplicates === "merge";
  const repeated = distinct
    ? repeatedEdges(staged.weighted || staged.attributes !== undefined ? keys.slice() : keys, nodeIds)
    : [];
  const clash = clashOf(options);
  const nodeCount = nodeIds.length;
  const once = sortedArcs(keys, { nodeCount, distinct, values: { ...values, clash } });
  const examplesOf = async (node: number, rows: number) => (rows > 0 ? edgeExamples(connection, node) : []);
  const reasons: ExcludedRows[] = [
    { reason: "excluded-node", rows: excluded, examples: await examplesOf(excludedNode, excluded) },
    { reason: "unknown-node", rows: unknown, examples: await examplesOf(unknownNode, unknown) },
    { reason: "repeated", rows: keys.length - once.source.length, examples: repeated },
  ];
  return {
    arcs: edges.directed ? once : bothWays(once, { nodeCount, clash }),
    accounting: {
      read: staged.rows,
      used: once.source.length,
      excluded: reasons.filter(({ rows }) => rows > 0),
    },
  };
}

async function endpointAppender(connection: DuckDBConnection) {
  await connection.run("CREATE TABLE endpoint(id VARCHAR, node INTEGER)");
  return connection.createAppender("endpoint");
}

function appendEndpoints(
  appender: Awaited<ReturnType<typeof endpointAppender>>,
  texts: readonly string[],
  { ids, nodeOf }: { readonly ids: readonly string[]; readonly nodeOf: LargeMap<string, number> },
): void {
  texts.forEach((text, i) => {
    appender.appendVarchar(text);
    appender.appendInteger(nodeOf.get(ids[i]!) ?? unknownNode);
    appender.endRow();
  });
  appender.closeSync();
}

const joined = "edge JOIN endpoint a ON a.id = edge.s JOIN endpoint b ON b.id = edge.t";

/**
 * Keys of the usable rows for {@link sortedArcs}, of an undirected graph the larger node first, and their weights and
 * attributes where the card names some.
 */
async function edgeKeys(
  connection: DuckDBConnection,
  staged: StagedEdges,
  { edges: { directed }, nodeCount }: { readonly edges: CardEdges; readonly nodeCount: number },
) {
  const keys = new Float64Array(staged.rows);
  const { weighted, attributes } = staged;
  const edgeWeight = weighted ? new Float32Array(staged.rows) : undefined;
  const width = attributes?.length ?? 0;
  const edgeAttributes = attributes && { names: attributes, values: new Float32Array(staged.rows * width) };
  const columns = [...(weighted ? [weightColumn] : []), ...(attributes ?? []).map((_, at) => attributeColumn(at))];
  let used = 0;
  let unknown = 0;
  let excluded = 0;
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
    const first = weighted ? 1 : 0;
    for (let e = 0; e < chunk.rowCount; e++) {
      const source = from.getItem(e)!;
      const target = to.getItem(e)!;
      if (source === unknownNode || target === unknownNode) unknown++;
      else if (source === excludedNode || target === excludedNode) excluded++;
      else {
        if (edgeWeight !== undefined) edgeWeight[used] = numbers[0]!.getItem(e)!;
        for (let at = 0; at < width; at++) {
          edgeAttributes!.values[used * width + at] = numbers[first + at]!.getItem(e)!;
        }
        const isForward = directed || target >= source;
        keys[used++] = isForward ? target * nodeCount + source : source * nodeCount + target;
      }
    }
  }
  const values = {
    edgeWeight: edgeWeight?.subarray(0, used),
    edgeAttributes: edgeAttributes && { ...edgeAttributes, values: edgeAttributes.values.subarray(0, used * width) },
  };
  return { keys: keys.subarray(0, used), values, unknown, excluded };
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

function repeatedEdges(keys: Float64Array, nodeIds: readonly string[]): string[] {
  keys.sort();
  const examples: string[] = [];
  for (let e = 1; e < keys.length && examples.length < exampleCount; e++) {
    if (keys[e] !== keys[e - 1] || (e > 1 && keys[e] === keys[e - 2])) continue;
    const target = Math.floor(keys[e]! / nodeIds.length);
    examples.push(`${nodeIds[keys[e]! % nodeIds.length]} → ${nodeIds[target]}`);
  }
  return examples;
}

function bothWays(
  { source, target, ...values }: Arcs,
  { nodeCount, clash }: { readonly nodeCount: number; readonly clash: ArcNumbers["clash"] },
): Arcs {
  const keys = new Float64Array(2 * source.length);
  for (let e = 0; e < source.length; e++) {
    keys[2 * e] = target[e]! * nodeCount + source[e]!;
    keys[2 * e + 1] = source[e]! * nodeCount + target[e]!;
  }
  const twice = valuesAt(values, { length: keys.length, place: (arc) => Math.floor(arc / 2) });
  return sortedArcs(keys, { nodeCount, distinct: true, values: { ...twice, clash } });
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
