import { DuckDBFloatVector, type DuckDBConnection, type DuckDBDataChunk } from "@duckdb/node-api";
import {
  checkRowsRead,
  sqlAsFloat,
  sqlAsText,
  withBooleanWords,
  type OpenTable,
  type TablePart,
} from "../source/open-table.js";
import { orInputError } from "../source/or-input-error.js";
import type { NodeColumns } from "./plan-columns.js";
import { evaluateWhere, stageNodes } from "./stage-nodes.js";

/** The rows of the node files, in their order. */
export interface NodeRows {
  readonly table: OpenTable;
  readonly rows: number;
  /** Row at which each file begins. */
  readonly starts: readonly number[];
  /** `[rows]`, 1 where the predicate is true; undefined without one. */
  readonly where: Uint8Array | undefined;
  /** `[rows]` for the id, the label, every sensitive and every further column, by its position; null = NULL. */
  readonly texts: ReadonlyMap<number, readonly (string | null)[]>;
  /** Positions of the features. */
  readonly features: readonly number[];
  /** Their values in consecutive blocks of rows, `[rows of the block, F]` row-major; NaN = NULL or not a number. */
  readonly blocks: readonly Float32Array[];
}

/** A query whose rows have the texts of some columns, then the features, and what to call it in messages. */
interface RowSource extends Pick<TablePart, "name" | "rows"> {
  readonly sql: string;
}

/**
 * Reads the node files, with the texts of `further` columns too, each file parsed once, and evaluates the predicate
 * `where` on every row. Without one, rows go straight from the parser into arrays: a table in between, as the predicate
 * needs it, takes up to twice the time.
 */
export async function readNodes(
  connection: DuckDBConnection,
  opened: OpenTable,
  {
    columns,
    further,
    where,
  }: { readonly columns: NodeColumns; readonly further: readonly number[]; readonly where: string | undefined },
): Promise<NodeRows> {
  const { id, label, sensitive, features } = columns;
  const table = await withBooleanWords(connection, opened, features);
  const used = [...new Set([id, label, ...sensitive, ...further])].filter((column) => column !== undefined);
  if (where === undefined) {
    const sources = table.parts.map((part) => ({
      name: part.name,
      rows: part.rows,
      sql: rowQuery(part.sql, {
        texts: used.map((column) => sqlAsText(part, column)),
        features: features.map((column) => sqlAsFloat(part, column)),
      }),
    }));
    return { table, features, where, ...(await readRows(connection, sources, { used, width: features.length })) };
  }
  const staged = await stageNodes(connection, table, { texts: used, features });
  const kept = await evaluateWhere(connection, staged, where);
  const sql = rowQuery("node", {
    texts: used.map((column) => `t${column}`),
    features: features.map((column) => `f${column}`),
  });
  const read = await readRows(connection, [{ name: table.name, sql }], { used, width: features.length });
  return { table, features, where: kept, ...read, starts: staged.starts };
}

function rowQuery(from: string, columns: { readonly texts: readonly string[]; readonly features: readonly string[] }) {
  // NULL as NaN: a column without NULLs has no validity mask to look into.
  const numbers = columns.features.map((feature) => `COALESCE(${feature}, 'NaN'::FLOAT)`);
  return `SELECT ${[...columns.texts, ...numbers].join(", ")} FROM ${from}`;
}

async function readRows(
  connection: DuckDBConnection,
  sources: readonly RowSource[],
  { used, width }: { readonly used: readonly number[]; readonly width: number },
) {
  const texts = new Map(used.map((column): [number, (string | null)[]] => [column, []]));
  const blocks: Float32Array[] = [];
  const starts: number[] = [];
  let rows = 0;
  for (const { name, sql, rows: expected } of sources) {
    const start = rows;
    starts.push(start);
    await orInputError(name, async () => {
      for await (const chunk of await connection.stream(sql)) {
        used.forEach((column, at) => appendTexts(texts.get(column)!, chunk, at));
        blocks.push(featureBlock(chunk, { first: used.length, width }));
        rows += chunk.rowCount;
      }
    });
    checkRowsRead({ name, rows: expected }, rows - start);
  }
  return { rows, starts, texts, blocks };
}

function appendTexts(texts: (string | null)[], chunk: DuckDBDataChunk, column: number): void {
  chunk.visitColumnValues(column, (value) => texts.push(typeof value === "string" ? value : null));
}

function featureBlock(
  chunk: DuckDBDataChunk,
  { first, width }: { readonly first: number; readonly width: number },
): Float32Array {
  const rows = chunk.rowCount;
  const block = new Float32Array(rows * width);
  for (let f = 0; f < width; f++) {
    const vector = chunk.getColumnVector(first + f);
    if (!(vector instanceof DuckDBFloatVector)) throw new TypeError("features are read as FLOAT");
    for (let r = 0; r < rows; r++) block[r * width + f] = vector.getItem(r) ?? NaN;
  }
  return block;
}
