import { InputError, isEvenoddsError } from "@evenodds/core";
import { duckReason } from "../../source/database.js";
import { checkColumns, columnIndex } from "../../source/open-table.js";
import type { GroupByEngine } from "../engine/group-by-engine.js";
import { nothingExcluded, type GroupableTable, type WantedColumn } from "./groupable-table.js";

/**
 * Returns the result of a SELECT as a table that is never fetched, only grouped. Throws {@link InputError} for SQL that the
 * engine does not take as one query.
 */
export async function queryTable(
  sql: string,
  { engine, wanted }: { readonly engine: GroupByEngine; readonly wanted: readonly WantedColumn[] },
): Promise<GroupableTable> {
  // On lines of its own, so that a comment at the end of the query does not swallow the bracket.
  const from = `(\n${sql.trim().replace(/;+$/, "")}\n) AS source`;
  const described = await orSqlError(sql, () => engine.describe(`SELECT * FROM ${from}`));
  const columns = described.map(({ name }) => name);
  const name = "query";
  checkColumns(columns, name);
  const { readDoubles } = engine;
  const checked: GroupByEngine = {
    ...engine,
    runGroupBy: (grouping) => orSqlError(sql, () => engine.runGroupBy(grouping)),
    readDoubles: readDoubles && ((reading) => orSqlError(sql, () => readDoubles(reading))),
  };
  const part = { name, sql: from, types: described.map(({ type }) => type), sqlColumns: columns };
  const at = wanted.map(({ argument, column }) => columnIndex({ name, columns, parts: [part] }, column, argument));
  return {
    name,
    columns,
    parts: [part],
    engine: checked,
    at,
    startsFast: false,
    joined: [],
    excluded: nothingExcluded,
  };
}

async function orSqlError<T>(sql: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isEvenoddsError(cause)) throw cause;
    throw new InputError(
      {
        argument: "sql",
        expected: "one SELECT that the database can run",
        found: `${JSON.stringify(sql)}: ${duckReason(cause)}`,
        hint: "try the query in the database itself",
      },
      { cause },
    );
  }
}
