import { InputError } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import { checkRoundedIds } from "../../source/check-rounded-ids.js";
import { allRows, sqlName } from "../../source/database.js";
import { orInputError, sqlAsText, sqlColumn, type OpenTable, type TablePart } from "../../source/open-table.js";
import { sqlCanonicalLevel } from "../engine/sql-canonical-level.js";
import type { JoinedTable } from "../counted-outcomes.js";

/** One table of a join. */
export interface JoinSide {
  readonly role: JoinedTable["role"];
  readonly table: OpenTable;
}

/** A table of a join in DuckDB, under its role: `id` and the columns `c<i>` that are wanted. */
export interface StagedSide extends JoinSide {
  readonly rows: number;
  readonly id: number;
  /** Type of each staged column. */
  readonly types: ReadonlyMap<number, string>;
}

const integerTypes = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/;

/** Whether the ids of a table are integers in every file: they can then be compared as such. */
export function hasIntegerIds({ parts }: OpenTable, id: number): boolean {
  return parts.every((part) => integerTypes.test(part.types[id]!));
}

/**
 * Reads the id and the wanted columns of one table of a join, each file parsed once. Ids are integers, or texts in the
 * spelling of core's `canonicalLevel`; blanks are NULL. Throws {@link InputError} for rows without id and for ids that are
 * floating-point numbers so large that digits may have been lost.
 */
export async function stageSide(
  connection: DuckDBConnection,
  { role, table }: JoinSide,
  options: { readonly id: number; readonly columns: readonly number[]; readonly integerIds: boolean },
): Promise<StagedSide> {
  const { id, columns, integerIds } = options;
  const types = new Map(columns.map((column) => [column, commonType(table, column)]));
  for (const [i, part] of table.parts.entries()) {
    const idSql = integerIds ? sqlColumn(part, id) : `NULLIF(${sqlCanonicalLevel(sqlAsText(part, id))}, '')`;
    const values = columns.map((column) => {
      const value = types.get(column) === part.types[column] ? sqlColumn(part, column) : sqlAsText(part, column);
      return `, ${value} AS c${column}`;
    });
    const into = i === 0 ? `CREATE TEMP TABLE ${sqlName(role)} AS` : `INSERT INTO ${sqlName(role)}`;
    await orInputError(part.name, () =>
      connection.run(`${into} SELECT ${idSql} AS id${values.join("")} FROM ${part.sql}`),
    );
    checkRoundedIds(table, id, await largestId(connection, { part, id }));
  }
  const [counted] = await allRows(connection, `SELECT count(*), count(*) - count(id) FROM ${sqlName(role)}`);
  const [rows, blank] = counted!.map(Number);
  if (blank! > 0) {
    throw new InputError({
      argument: `ids of ${table.name}`,
      expected: "an id in every row",
      found: `${blank} of ${rows} rows without`,
    });
  }
  return { role, table, rows: rows!, id, types };
}

/** The type that a column has in every file, else text. */
function commonType({ parts }: OpenTable, column: number): string {
  const type = parts[0]!.types[column]!;
  return parts.every((part) => part.types[column] === type) ? type : "VARCHAR";
}

/** The largest id of a file of floating-point numbers, where digits are lost first. */
async function largestId(
  connection: DuckDBConnection,
  { part, id }: { readonly part: TablePart; readonly id: number },
): Promise<string[]> {
  if (part.types[id] !== "FLOAT" && part.types[id] !== "DOUBLE") return [];
  const column = sqlColumn(part, id);
  const order = `WHERE isfinite(${column}) ORDER BY abs(${column}) DESC LIMIT 1`;
  const rows = await allRows(connection, `SELECT ${sqlAsText(part, id)} FROM ${part.sql} ${order}`);
  return rows.map((row) => String(row[0]));
}
