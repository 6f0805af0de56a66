import type { DuckDBConnection } from "@duckdb/node-api";
import type { CardFile } from "../card/graph-card.js";
import { allRows, sqlName, withDatabase } from "../source/with-database.js";
import { checkRowsRead, openTable, sqlAsText } from "../source/open-table.js";
import type { TextLayout } from "../source/open-text.js";
import { orInputError } from "../source/or-input-error.js";
import { copyQuery } from "../write/write-table.js";

/**
 * Writes a table to a Parquet file with the same rows in the same order: columns of whole numbers, in any notation, as
 * INTEGER or BIGINT, columns of other numbers as DOUBLE, all others as texts, those with leading zeros and those of
 * more digits than a type can hold among them. Blank cells become NULL. `rename` gives the first columns other names
 * and drops the rest.
 */
export async function tableToParquet(
  from: { readonly file: CardFile; readonly folder: string; readonly layout: TextLayout },
  { to, rename }: { readonly to: string; readonly rename?: readonly string[] | undefined },
): Promise<void> {
  await withDatabase(async (connection) => {
    const table = await openTable(connection, { ...from, files: [from.file] });
    const part = table.parts[0]!;
    const columns = rename ?? table.columns;
    const texts = columns.map((_, i) => `NULLIF(trim(${sqlAsText(part, i)}), '') AS c${i}`);
    await orInputError(part.name, () =>
      connection.run(`CREATE TABLE read AS SELECT ${texts.join(", ")} FROM ${part.sql}`),
    );
    checkRowsRead(part, Number((await allRows(connection, "SELECT count(*) FROM read"))[0]![0]));
    const typed: string[] = [];
    for (const [i, name] of columns.entries()) {
      typed.push(`${await typedColumn(connection, `c${i}`)} AS ${sqlName(name)}`);
    }
    const query = `SELECT ${typed.join(", ")} FROM read ORDER BY rowid`;
    await copyQuery(connection, { query, path: to, format: "parquet" });
  });
}

/** Returns an SQL expression for a column of texts in the narrowest type that keeps every value. */
async function typedColumn(connection: DuckDBConnection, column: string): Promise<string> {
  const whole = wholeNumber(column);
  const number = `CASE WHEN ${isWritten(column, digits)} AND ${column} <> '-0' THEN ${whole} WHEN ${isWritten(column, decimal)} THEN TRY_CAST(${column} AS DOUBLE) END`;
  const counts = `SELECT count(${column}) = count(${whole}), max(abs(${whole})), count(${column}) = count(${number}) FROM read`;
  const [isWhole, largest, isNumber] = (await allRows(connection, counts))[0]!;
  if (isWhole === true && largest !== null)
    return `CAST(${whole} AS ${Number(largest) < 2 ** 31 ? "INTEGER" : "BIGINT"})`;
  const isExact = largest === null || Number(largest) < 2 ** 53;
  return isNumber === true && isExact ? `CAST(${column} AS DOUBLE)` : column;
}

const digits = "-?(0|[1-9][0-9]*)";
const decimal = "-?(0|[1-9][0-9]*)([.][0-9]*)?([eE][-+]?[0-9]+)?";

function isWritten(text: string, pattern: string): string {
  return `regexp_full_match(${text}, '${pattern}')`;
}

/** SQL for the BIGINT of a text, NULL where it is none; −0 is none. Digits never go through a double. */
function wholeNumber(text: string): string {
  const double = `TRY_CAST(${text} AS DOUBLE)`;
  return `CASE WHEN ${isWritten(text, digits)} AND ${text} <> '-0' THEN TRY_CAST(${text} AS BIGINT)
    WHEN ${isWritten(text, decimal)} AND ${double} = trunc(${double}) AND abs(${double}) < 9e15
      AND NOT (${double} = 0 AND ${text} LIKE '-%') THEN CAST(${double} AS BIGINT) END`;
}
