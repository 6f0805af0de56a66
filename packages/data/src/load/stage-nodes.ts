import { InputError } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import { readPredicate } from "../guard/read-predicate.js";
import { allRows, duckReason, lockDatabase, sqlName } from "../source/database.js";
import { checkRowsRead, sqlAsFloat, sqlAsText, type OpenTable } from "../source/open-table.js";
import { orInputError } from "../source/or-input-error.js";

/** The rows of the node files in a DuckDB table `node`: `t<i>` is the text of column i, `f<i>` its float32. */
export interface StagedNodes {
  readonly table: OpenTable;
  readonly rows: number;
  /** Row at which each file begins. */
  readonly starts: readonly number[];
  /** Columns that have a text. */
  readonly texts: readonly number[];
  /** Columns that have a float32. */
  readonly features: readonly number[];
}

/**
 * Reads the node files into `node`, in their order, with every column: `features` as numbers, `texts` (which may be
 * features as well) and all others as texts.
 */
export async function stageNodes(
  connection: DuckDBConnection,
  table: OpenTable,
  { texts: wanted, features }: { readonly texts: readonly number[]; readonly features: readonly number[] },
): Promise<StagedNodes> {
  const texts = table.columns.map((_, i) => i).filter((i) => wanted.includes(i) || !features.includes(i));
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
    checkRowsRead(part, rows - starts[i]!);
  }
  return { table, rows, starts, texts, features };
}

/**
 * Returns `[rows]` with 1 where the predicate is true. Columns have their own names; features are float32 and all other
 * columns texts. The predicate cannot reach files, other tables or the network, and nor can what uses the connection
 * afterwards. Throws {@link InputError} for anything but one SQL expression without subqueries.
 */
export async function evaluateWhere(
  connection: DuckDBConnection,
  staged: StagedNodes,
  where: string,
): Promise<Uint8Array> {
  const { columns } = staged.table;
  // SQL does not tell names by case: a name that could mean two columns means none.
  const times = new Map<string, number>();
  for (const name of columns) times.set(name.toLowerCase(), (times.get(name.toLowerCase()) ?? 0) + 1);
  const isName = (column: number) => columns[column] !== "" && times.get(columns[column]!.toLowerCase()) === 1;
  const numbers = staged.features.filter((column) => !staged.texts.includes(column));
  const named = [
    ...staged.texts.filter(isName).map((column) => `t${column} AS ${sqlName(columns[column]!)}`),
    ...numbers.filter(isName).map((column) => `f${column} AS ${sqlName(columns[column]!)}`),
  ];
  const selected = [`rowid::INTEGER AS ${rowName}`, ...named].join(", ");
  const rowsWhere = (predicate: string) =>
    `SELECT ${rowName} FROM (SELECT ${selected} FROM node) WHERE (\n${predicate}\n)`;
  const kept = new Uint8Array(staged.rows);
  try {
    await lockDatabase(connection, { sqlFiles: "none" });
    const predicate = await readPredicate(connection, where, rowsWhere);
    for await (const chunk of await connection.stream(rowsWhere(predicate))) {
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
