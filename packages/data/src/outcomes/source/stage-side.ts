import { InputError } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import { checkRoundedIds } from "../../source/check-rounded-ids.js";
import { allRows, sqlName, sqlText } from "../../source/with-database.js";
import { checkRowsRead, sqlAsText, sqlColumn, type OpenTable, type TablePart } from "../../source/open-table.js";
import { orInputError } from "../../source/or-input-error.js";
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

/** Ids that one table of a join writes in several ways, such as `1` and `1.0`: they are different ids. */
const apartTable = "ids_apart";

/** How the ids of a join are compared. */
export interface IdComparison {
  /** As integers, which they are in every table. */
  readonly integerIds: boolean;
  /** Whether {@link keepApart} has found ids that are compared character by character. */
  readonly apart: boolean;
}

/**
 * Reads the id and the wanted columns of one table of a join, each file parsed once. Ids are integers, or texts in the
 * spelling of core's `canonicalId`, those of {@link keepApart} as they are written; blanks are NULL. Throws
 * {@link InputError} for rows without id and for ids that are floating-point numbers so large that digits may have been
 * lost.
 */
export async function stageSide(
  connection: DuckDBConnection,
  { role, table }: JoinSide,
  options: { readonly id: number; readonly columns: readonly number[]; readonly comparison: IdComparison },
): Promise<StagedSide> {
  const { id, columns, comparison } = options;
  const types = new Map(columns.map((column) => [column, commonType(table, column)]));
  let staged = 0;
  for (const [i, part] of table.parts.entries()) {
    const idSql = comparison.integerIds
      ? sqlColumn(part, id)
      : `NULLIF(${keySql(sqlAsText(part, id), comparison)}, '')`;
    const values = columns.map((column) => {
      const value = types.get(column) === part.types[column] ? sqlColumn(part, column) : sqlAsText(part, column);
      return `, ${value} AS c${column}`;
    });
    const into = i === 0 ? `CREATE OR REPLACE TEMP TABLE ${sqlName(role)} AS` : `INSERT INTO ${sqlName(role)}`;
    await orInputError(part.name, () =>
      connection.run(`${into} SELECT ${idSql} AS id${values.join("")} FROM ${part.sql}`),
    );
    const all = Number((await allRows(connection, `SELECT count(*) FROM ${sqlName(role)}`))[0]![0]);
    checkRowsRead(part, all - staged);
    staged = all;
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

function keySql(text: string, { apart }: IdComparison): string {
  const key = sqlCanonicalId(text);
  return apart ? `CASE WHEN ${key} IN (SELECT id FROM ${apartTable}) THEN ${sqlTrimmed(text)} ELSE ${key} END` : key;
}

/**
 * Finds the repeated ids of staged tables that are not repeated as they are written, and returns whether there are any.
 * Tables that are staged again then keep them apart: two ids of one table never become one.
 */
export async function keepApart(connection: DuckDBConnection, sides: readonly StagedSide[]): Promise<boolean> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${apartTable}(id VARCHAR)`);
  for (const { role, table, id } of sides) {
    const written = table.parts.map((part) => {
      const text = sqlAsText(part, id);
      return `SELECT ${sqlCanonicalId(text)} AS id, ${sqlTrimmed(text)} AS written FROM ${part.sql}`;
    });
    const repeated = `SELECT id FROM ${sqlName(role)} GROUP BY id HAVING count(*) > 1`;
    await connection.run(
      `INSERT INTO ${apartTable} SELECT id FROM (${written.join(" UNION ALL ")}) WHERE id IN (${repeated}) ` +
        "GROUP BY id HAVING min(written) <> max(written)",
    );
  }
  return Number((await allRows(connection, `SELECT count(*) FROM ${apartTable}`))[0]![0]) > 0;
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

/** What `String.prototype.trim` drops; DuckDB's own `trim` drops blanks only. */
const blanks =
  " \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

/** Returns a DuckDB expression for a text without outer blanks, as `String.prototype.trim` gives it. */
function sqlTrimmed(text: string): string {
  return `trim(${text}, ${sqlText(blanks)})`;
}

/**
 * Returns a DuckDB expression for core's `canonicalId` of a text: the same rule, for joins of rows that stay in SQL.
 */
export function sqlCanonicalId(text: string): string {
  const whole = `regexp_replace(${sqlTrimmed(text)}, '^\\+?(-?(?:0|[1-9][0-9]*))(?:\\.0*)?$', '\\1')`;
  return `CASE ${whole} WHEN '-0' THEN '0' ELSE ${whole} END`;
}
