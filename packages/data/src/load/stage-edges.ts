import { InputError } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { CardEdges } from "../card/graph-card.js";
import { allRows, textColumn } from "../source/with-database.js";
import { checkRoundedIds } from "../source/check-rounded-ids.js";
import { checkRowsRead, columnIndex, sqlAsText, sqlColumn, type OpenTable } from "../source/open-table.js";
import { orInputError } from "../source/or-input-error.js";
import { sqlDoubleOf } from "../source/sql-values.js";

/** The rows of the edge files in a DuckDB table `edge(s, t)`, or `edge(s, t, w)` with weights; blank = no id. */
export interface StagedEdges {
  readonly rows: number;
  /** Row at which each file begins. */
  readonly starts: readonly number[];
  /** Every text that occurs in an edge row, once. */
  readonly texts: readonly string[];
}

/**
 * Reads the edge files. Throws {@link InputError} for ids in floating-point columns that may have lost digits, and for
 * weights that are no numbers from 0.
 */
export async function stageEdges(
  connection: DuckDBConnection,
  table: OpenTable,
  edges: CardEdges,
): Promise<StagedEdges> {
  const source = columnIndex(table, edges.source, "source column");
  const target = columnIndex(table, edges.target, "target column");
  const weight = edges.edgeWeight === undefined ? null : columnIndex(table, edges.edgeWeight, "edge_weight column");
  const countRows = async () => Number((await allRows(connection, "SELECT count(*) FROM edge"))[0]![0]);
  const starts: number[] = [];
  let rows = 0;
  for (const [i, part] of table.parts.entries()) {
    starts.push(rows);
    const text = (column: number) => `COALESCE(${sqlAsText(part, column)}, '')`;
    const double = weight === null ? null : sqlDoubleOf(sqlColumn(part, weight), part.types[weight]!);
    const weighed = double === null ? "" : `, ${double} AS w`;
    const into = i === 0 ? "CREATE TABLE edge AS" : "INSERT INTO edge";
    await orInputError(part.name, () =>
      connection.run(`${into} SELECT ${text(source)} AS s, ${text(target)} AS t${weighed} FROM ${part.sql}`),
    );
    rows = await countRows();
    checkRowsRead(part, rows - starts[i]!);
    if (double === null) continue;
    const isBad = `${double} IS NULL OR NOT (${double} >= 0 AND isfinite(${double}))`;
    const bad = `SELECT ${text(source)}, ${text(target)}, ${text(weight!)} FROM ${part.sql} WHERE ${isBad} LIMIT 1`;
    const [row] = await orInputError(part.name, () => allRows(connection, bad));
    if (row !== undefined) throw badWeight(table, { row, column: weight! });
  }
  const distinct = await textColumn(connection, "SELECT s FROM edge UNION SELECT t FROM edge ORDER BY 1");
  for (const column of [source, target]) checkRoundedIds(table, column, distinct);
  return { rows, starts, texts: distinct.map((text) => text ?? "") };
}

function badWeight(table: OpenTable, { row, column }: { readonly row: readonly unknown[]; readonly column: number }) {
  const [from, to, weight] = row.map((cell) => JSON.stringify(String(cell)));
  return new InputError({
    argument: `edge_weight, column ${JSON.stringify(table.columns[column])} of ${table.name}`,
    expected: "a finite number from 0 in every row",
    found: `${weight === '""' ? "nothing" : weight} from ${from} to ${to}`,
    hint: "remove or correct such rows; an edge of weight 0 may be in a graph",
  });
}
