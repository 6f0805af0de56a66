import { InputError } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import { allRows, duckReason, sqlName, textColumn, withDatabase } from "../source/database.js";
import { orInputError, sqlAsFloat, sqlAsText, type OpenTable } from "../source/open-table.js";
import type { NodeColumns } from "./plan-columns.js";

/** The rows of the node files in a DuckDB table `node`: `t<i>` is the text of column i, `f<i>` its float32. */
export interface StagedNodes {
  readonly rows: number;
  readonly table: OpenTable;
  /** Columns that have a text. */
  readonly texts: readonly number[];
  readonly features: readonly number[];
  /** Row at which each file begins. */
  readonly starts: readonly number[];
}

/**
 * Reads the node files into `node`, in their order, each file parsed once. `all` keeps the text of every column that is
 * not a feature, for a predicate; without, only columns with a use are kept.
 */
export async function stageNodes(
  connection: DuckDBConnection,
  table: OpenTable,
  { columns, all }: { readonly columns: NodeColumns; readonly all: boolean },
): Promise<StagedNodes> {
  const { features } = columns;
  const used = [columns.id, columns.label, ...columns.sensitive].filter((column) => column !== undefined);
  const rest = all ? table.columns.map((_, column) => column).filter((column) => !features.includes(column)) : [];
  const texts = [...new Set([...used, ...rest])];
  const starts: number[] = [];
  let rows = 0;
  for (const [i, part] of table.parts.entries()) {
    const selected = [
      ...texts.map((column) => `${sqlAsText(part, column)} AS t${column}`),
      ...features.map((column) => `${sqlAsFloat(part, column)} AS f${column}`),
    ].join(", ");
    const into = i === 0 ? "CREATE TABLE node AS" : "INSERT INTO node";
    await orInputError(part.name, () => connection.run(`${into} SELECT ${selected} FROM ${part.sql}`));
    starts.push(rows);
    rows = Number((await allRows(connection, "SELECT count(*) FROM node"))[0]![0]);
  }
  return { rows, table, texts, features, starts };
}

/** Returns a text column of all rows, null for NULL. */
export async function stagedTexts(connection: DuckDBConnection, column: number): Promise<(string | null)[]> {
  return textColumn(connection, `SELECT t${column} FROM node`);
}

/**
 * Returns `[rows]` with 1 where the predicate is true. Columns have their own names; features are float32 and all other
 * columns texts. The predicate cannot reach files or the network. Throws {@link InputError} for anything but one SQL
 * expression.
 */
export async function evaluateWhere(
  connection: DuckDBConnection,
  staged: StagedNodes,
  where: string,
): Promise<Uint8Array> {
  const { columns } = staged.table;
  const numbers = staged.features.filter((column) => !staged.texts.includes(column));
  const named = [
    ...staged.texts.map((column) => `t${column} AS ${sqlName(columns[column]!)}`),
    ...numbers.map((column) => `f${column} AS ${sqlName(columns[column]!)}`),
  ].join(", ");
  const sql = `SELECT ${rowName} FROM (SELECT rowid::INTEGER AS ${rowName}, ${named} FROM node) WHERE (\n${where}\n)`;
  const kept = new Uint8Array(staged.rows);
  try {
    await connection.run("SET enable_external_access = false");
    if ((await connection.extractStatements(sql)).count !== 1) throw new Error("more than one statement");
    for await (const chunk of await connection.stream(sql)) {
      chunk.visitColumnValues(0, (row) => (kept[Number(row)] = 1));
    }
  } catch (cause) {
    throw new InputError(
      {
        argument: "where",
        expected: `an SQL predicate over the columns of ${staged.table.name}`,
        found: `${JSON.stringify(where)}: ${duckReason(cause)}`,
        hint: "columns that are not features are texts: write TRY_CAST(column AS BIGINT) to compare numbers",
      },
      { cause },
    );
  }
  return kept;
}

const rowName = sqlName("row of the node files");

/** Returns one cell as it stands in its file, for messages; reads the file anew. */
export async function cellText(
  staged: StagedNodes,
  { row, column }: { readonly row: number; readonly column: number },
) {
  const at = staged.starts.findLastIndex((start) => start <= row);
  const part = staged.table.parts[at]!;
  const sql = `SELECT ${sqlAsText(part, column)} FROM ${part.sql} LIMIT 1 OFFSET ${row - staged.starts[at]!}`;
  return withDatabase(async (connection) => (await textColumn(connection, sql))[0] ?? null);
}
