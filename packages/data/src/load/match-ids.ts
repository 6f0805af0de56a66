import { InputError, LargeMap, canonicalId } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { CardEdges } from "../card/graph-card.js";
import { idLookup } from "./id-lookup.js";
import { allRows } from "../source/with-database.js";
import type { StagedEdges } from "./stage-edges.js";

/** How ids of edge files are found among those of the node files. */
interface IdMatching {
  /** Ids of all rows of the node files, without outer blanks. */
  readonly nodeIds: readonly string[];
  /** Names of the edge files, for messages. */
  readonly name: string;
  readonly edges: Pick<CardEdges, "numericIds">;
}

/**
 * Returns for each text of the edge files the id of the node files that it means: the same text, else the one id with
 * the same `canonicalId` (with `numeric_ids`: the same number), because one file may write `1` and another `1.0`. A
 * text that no node has stands for itself.
 *
 * Throws {@link InputError} for a text that may mean several nodes, for two texts of one column that would become one
 * node, and for `numeric_ids` that are not whole numbers below 2^53.
 */
export async function matchIds(
  connection: DuckDBConnection,
  staged: StagedEdges,
  { nodeIds, name, edges: { numericIds } }: IdMatching,
): Promise<readonly string[]> {
  const lookup = idLookup(nodeIds, numericIds ? { keyOf: numberKey, exactFirst: false } : {});
  const ids = staged.texts.map((text) => text.trim());
  const others = ids.flatMap((id, i) => (id === "" || (!numericIds && lookup.has(id)) ? [] : [i]));
  if (others.length === 0) return ids;
  const rewritten = new LargeMap<string, true>();
  for (const i of others) {
    const written = ids[i]!;
    const key = numericIds ? numericId(written) : canonicalId(written);
    const nodes = lookup.find(written);
    if (nodes.length > 1) {
      throw new InputError({
        argument: `ids of ${name}`,
        expected: "ids as the node files write them, where those differ in their spelling only",
        found: `${quote(written)}, which may mean ${nodes.slice(0, 3).map(quote).join(" or ")}`,
        hint: "write the ids as the node files do",
      });
    }
    ids[i] = nodes[0] ?? key;
    if (nodes[0] !== undefined && nodes[0] !== written) rewritten.set(nodes[0], true);
  }
  if (!numericIds && rewritten.size > 0) await checkApart(connection, staged, { name, ids, rewritten });
  return ids;
}

/** Throws {@link InputError} where one column of one file has two spellings of what would be one node. */
async function checkApart(
  connection: DuckDBConnection,
  { starts, rows, texts }: StagedEdges,
  found: {
    readonly name: string;
    readonly ids: readonly string[];
    /** Ids that an edge file writes in another way. */
    readonly rewritten: LargeMap<string, true>;
  },
): Promise<void> {
  await connection.run("CREATE TABLE spelling(text VARCHAR, id VARCHAR, written VARCHAR)");
  const appender = await connection.createAppender("spelling");
  texts.forEach((text, i) => {
    const id = found.ids[i]!;
    if (!found.rewritten.has(id)) return;
    for (const cell of [text, id, text.trim()]) appender.appendVarchar(cell);
    appender.endRow();
  });
  appender.closeSync();
  for (const [i, start] of starts.entries()) {
    for (const column of ["s", "t"]) {
      const clash =
        `SELECT id, min(written), max(written) FROM edge JOIN spelling ON text = edge.${column} ` +
        `WHERE edge.rowid >= ${start} AND edge.rowid < ${starts[i + 1] ?? rows} ` +
        "GROUP BY id HAVING min(written) <> max(written) ORDER BY 1 LIMIT 1";
      const [first] = await allRows(connection, clash);
      if (first === undefined) continue;
      const [node, one, other] = first.map((cell) => quote(String(cell)));
      throw new InputError({
        argument: `ids of ${found.name}`,
        expected: "one spelling of each id in a column",
        found: `${one} and ${other}, which would both be node ${node}`,
        hint: "write the ids as the node files do; where ids are whole numbers in any notation, say numeric_ids: true under edges",
      });
    }
  }
}

function numericId(text: string): string {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return String(number === 0 ? 0 : number);
  throw new InputError({
    argument: "ids of the edge files",
    expected: "whole numbers below 2^53, because the card says numeric_ids",
    found: JSON.stringify(text),
    hint: "without numeric_ids, ids are texts of any kind",
  });
}

/** The id of a node as a number, where it is one. */
function numberKey(id: string): string {
  const number = Number(id);
  return Number.isSafeInteger(number) ? String(number === 0 ? 0 : number) : canonicalId(id);
}

function quote(text: string): string {
  return JSON.stringify(text);
}
