import type { DuckDBConnection } from "@duckdb/node-api";
import type { CardEdges } from "../card/graph-card.js";
import { allRows, textColumn } from "../source/database.js";
import { checkRoundedIds } from "../source/check-rounded-ids.js";
import { checkRowsRead, columnIndex, sqlAsText, type OpenTable } from "../source/open-table.js";
import { orInputError } from "../source/or-input-error.js";

/** The rows of the edge files in a DuckDB table `edge(s, t)`, blank = no id. */
export interface StagedEdges {
  readonly rows: number;
  /** Row at which each file begins. */
  readonly starts: readonly number[];
  /** Every text that occurs in an edge row, once. */
  readonly texts: readonly string[];
}

/** Reads the edge files. Throws InputError for ids in floating-point columns that may have lost digits. */
export async function stageEdges(
  connection: DuckDBConnection,
  table: OpenTable,
  edges: CardEdges,
): Promise<StagedEdges> {
  const source = columnIndex(table, edges.source, "source column");
  const target = columnIndex(table, edges.target, "target column");
  const countRows = async () => Number((await allRows(connection, "SELECT count(*) FROM edge"))[0]![0]);
  const starts: number[] = [];
  let rows = 0;
  for (const [i, part] of table.parts.entries()) {
    starts.push(rows);
    const text = (column: number) => `COALESCE(${sqlAsText(part, column)}, '')`;
    const into = i === 0 ? "CREATE TABLE edge AS" : "INSERT INTO edge";
    await orInputError(part.name, () =>
      connection.run(`${into} SELECT ${text(source)} AS s, ${text(target)} AS t FROM ${part.sql}`),
    );
    rows = await countRows();
    checkRowsRead(part, rows - starts[i]!);
  }
  const distinct = await textColumn(connection, "SELECT s FROM edge UNION SELECT t FROM edge ORDER BY 1");
  for (const column of [source, target]) checkRoundedIds(table, column, distinct);
  return { rows, starts, texts: distinct.map((text) => text ?? "") };
}
