import { queryAsTable } from "../../guard/read-select.js";
import { InputError } from "@evenodds/core";
import { columnIndex } from "../../source/open-table.js";
import type { GroupByEngine, SqlDialect } from "../engine/group-by-engine.js";
import { nothingExcluded, type GroupableTable, type WantedColumn } from "./groupable-table.js";
import { orQueryError, type Query } from "./or-query-error.js";

/**
 * Returns the result of a SELECT as a table that is never fetched, only grouped. The text must be known to be one
 * SELECT. Throws {@link InputError} for what the engine cannot run.
 */
export async function queryTable(
  query: Query,
  { engine, wanted }: { readonly engine: GroupByEngine; readonly wanted: readonly WantedColumn[] },
): Promise<GroupableTable> {
  const from = queryAsTable(query.sql);
  const described = await orQueryError(query, () => engine.describe(`SELECT * FROM ${from}`));
  // DuckDB gives columns of one name other names within a table, so that a name would mean the first of them.
  const result = await orQueryError(query, () => engine.describe(`(\n${query.sql}\n)`));
  const columns = result.map(({ name }) => name);
  const name = "query";
  const { readDoubles } = engine;
  const checked: GroupByEngine = {
    ...engine,
    runGroupBy: (grouping) => orQueryError(query, () => engine.runGroupBy(grouping)),
    readDoubles: readDoubles && ((reading) => orQueryError(query, () => readDoubles(reading))),
  };
  const part = {
    name,
    sql: from,
    types: described.map(({ type }) => type),
    sqlColumns: described.map(({ name }) => name),
  };
  const at = wanted.map(({ argument, column }) => columnIndex({ name, columns, parts: [part] }, column, argument));
  for (const [i, { argument, column }] of wanted.entries()) {
    checkPlain(engine.dialect, { argument, column, type: part.types[at[i]!]! });
  }
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

/** Throws {@link InputError} for a column whose values are lists, bytes and the like. */
function checkPlain(
  { isPlain }: SqlDialect,
  { argument, column, type }: { readonly argument: string; readonly column: string; readonly type: string },
): void {
  if (isPlain?.(type) ?? true) return;
  throw new InputError({
    argument,
    expected: "a column of texts, numbers, booleans, dates or times",
    found: `${JSON.stringify(column)} of type ${type}`,
    hint: "make it one of these in the query",
  });
}
