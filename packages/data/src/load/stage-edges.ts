import { InputError, canonicalLevel } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { CardEdges } from "../card/graph-card.js";
import { allRows, textColumn } from "../source/database.js";
import { checkRoundedIds } from "../source/check-rounded-ids.js";
import { columnIndex, orInputError, sqlAsText, type OpenTable } from "../source/open-table.js";

/** The rows of the edge files in a DuckDB table `edge(s, t)`, blank = no id. */
export interface StagedEdges {
  readonly rows: number;
  /** Every text that stands in an edge row, once. */
  readonly texts: readonly string[];
  /** The id that each of the texts means. */
  readonly ids: readonly string[];
}

/** Reads the edge files. Throws {@link InputError} for `numeric_ids` that are not whole numbers below 2^53. */
export async function stageEdges(
  connection: DuckDBConnection,
  table: OpenTable,
  edges: CardEdges,
): Promise<StagedEdges> {
  const source = columnIndex(table, edges.source, "source column");
  const target = columnIndex(table, edges.target, "target column");
  for (const [i, part] of table.parts.entries()) {
    const text = (column: number) => `COALESCE(${sqlAsText(part, column)}, '')`;
    const into = i === 0 ? "CREATE TABLE edge AS" : "INSERT INTO edge";
    await orInputError(part.name, () =>
      connection.run(`${into} SELECT ${text(source)} AS s, ${text(target)} AS t FROM ${part.sql}`),
    );
  }
  const rows = Number((await allRows(connection, "SELECT count(*) FROM edge"))[0]![0]);
  const texts = await textColumn(connection, "SELECT s FROM edge UNION SELECT t FROM edge ORDER BY 1");
  const present = texts.map((text) => text ?? "");
  for (const column of [source, target]) checkRoundedIds(table, column, texts);
  const idOf = edges.numericIds ? numericId : canonicalLevel;
  return { rows, texts: present, ids: present.map(idOf) };
}

function numericId(text: string): string {
  const number = Number(text);
  if (text.trim() === "") return "";
  if (Number.isSafeInteger(number)) return String(number);
  throw new InputError({
    argument: "ids of the edge files",
    expected: "whole numbers below 2^53, because the card says numeric_ids",
    found: JSON.stringify(text),
    hint: "without numeric_ids, ids are texts of any kind",
  });
}
