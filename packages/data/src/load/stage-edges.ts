import { InputError } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { CardEdges } from "../card/graph-card.js";
import { allRows, textColumn } from "../source/with-database.js";
import { checkRoundedIds } from "../source/check-rounded-ids.js";
import { checkRowsRead, columnIndex, sqlAsText, sqlColumn, type OpenTable } from "../source/open-table.js";
import { edgeColumnName, edgeValueColumns, type EdgeValueColumn } from "./edge-value-columns.js";
import { orInputError } from "../source/or-input-error.js";
import { sqlDoubleOf } from "../source/sql-values.js";

/** Name of the staged column with weights. */
export const weightColumn = "w";

/** Name of the staged column with the attribute of this number. */
export const attributeColumn = (at: number) => `v${at}`;

/**
 * The rows of the edge files in a DuckDB table `edge(s, t)`, with a further column `w` of weights and `v0`, `v1` … of
 * attributes where the card names some; blank = no id.
 */
export interface StagedEdges {
  readonly rows: number;
  /** Row at which each file begins. */
  readonly starts: readonly number[];
  /** Whether edges have weights. */
  readonly weighted: boolean;
  /** Names of their attributes; undefined where they have none. */
  readonly attributes: readonly string[] | undefined;
  /** Every text that occurs in an edge row, once. */
  readonly texts: readonly string[];
}

/**
 * Reads the edge files. Throws {@link InputError} for ids in floating-point columns that may have lost digits, for
 * weights that are no numbers from 0, and for attributes that are no finite numbers.
 */
export async function stageEdges(
  connection: DuckDBConnection,
  table: OpenTable,
  edges: CardEdges,
): Promise<StagedEdges> {
  const source = columnIndex(table, edges.source, "source column");
  const target = columnIndex(table, edges.target, "target column");
  const columns = edgeValueColumns(table, edges);
  const weighted = edges.edgeWeight !== undefined;
  const first = weighted ? 1 : 0;
  const nameOf = (i: number) => (i < first ? weightColumn : attributeColumn(i - first));
  const countRows = async () => Number((await allRows(connection, "SELECT count(*) FROM edge"))[0]![0]);
  const starts: number[] = [];
  let rows = 0;
  for (const [i, part] of table.parts.entries()) {
    starts.push(rows);
    const text = (column: number) => `COALESCE(${sqlAsText(part, column)}, '')`;
    const doubles = columns.map(({ index }) => sqlDoubleOf(sqlColumn(part, index), part.types[index]!));
    const valued = doubles.map((double, i) => `, ${double} AS ${nameOf(i)}`).join("");
    const into = i === 0 ? "CREATE TABLE edge AS" : "INSERT INTO edge";
    await orInputError(part.name, () =>
      connection.run(`${into} SELECT ${text(source)} AS s, ${text(target)} AS t${valued} FROM ${part.sql}`),
    );
    rows = await countRows();
    checkRowsRead(part, rows - starts[i]!);
    for (const [i, column] of columns.entries()) {
      const double = doubles[i]!;
      const least = column.key === "edge_weight" ? `${double} >= 0 AND ` : "";
      const isBad = `${double} IS NULL OR NOT (${least}isfinite(${double}))`;
      const cells = [source, target, column.index].map(text).join(", ");
      const bad = `SELECT ${cells} FROM ${part.sql} WHERE ${isBad} LIMIT 1`;
      const [row] = await orInputError(part.name, () => allRows(connection, bad));
      if (row !== undefined) throw badValue(table, { row, column });
    }
  }
  const distinct = await textColumn(connection, "SELECT s FROM edge UNION SELECT t FROM edge ORDER BY 1");
  for (const column of [source, target]) checkRoundedIds(table, column, distinct);
  const attributes = edges.edgeAttributes && columns.slice(first).map(({ index }) => edgeColumnName(table, index));
  return { rows, starts, weighted, attributes, texts: distinct.map((text) => text ?? "") };
}

function badValue(
  table: OpenTable,
  { row, column: { key, index } }: { readonly row: readonly unknown[]; readonly column: EdgeValueColumn },
) {
  const [from, to, value] = row.map((cell) => JSON.stringify(String(cell)));
  const isWeight = key === "edge_weight";
  return new InputError({
    argument: `${key}, column ${JSON.stringify(table.columns[index])} of ${table.name}`,
    expected: `a finite number${isWeight ? " from 0" : ""} in every row`,
    found: `${value === '""' ? "nothing" : value} from ${from} to ${to}`,
    hint: `remove or correct such rows${isWeight ? "; an edge of weight 0 may be in a graph" : ""}`,
  });
}
