import { InputError } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import { withDatabase } from "../source/with-database.js";
import { readText, RefusedText, type TextPlace } from "./read-text.js";
import { refusedFunctions } from "./refused-functions.js";

/** Puts a query into brackets, as a table. */
export function queryAsTable(select: string): string {
  // On lines of its own, so that a comment at the end of the query does not swallow the bracket.
  return `(\n${select}\n) AS source`;
}

const place: TextPlace = {
  alone: (text) => text,
  framed: (text) => `SELECT * FROM ${queryAsTable(text)}`,
  example: "SELECT 'example'",
  partOf: ({ statements }) => statements[0],
};

/**
 * Returns the text of the one SELECT that a user's text is, fit for {@link queryAsTable}. It is parsed in a database of
 * its own, before any other is opened. Throws {@link InputError} for anything else, and for a table function that does
 * more than read.
 */
export async function readSelect(sql: string): Promise<string> {
  return withDatabase((connection) => readSelectIn(connection, sql));
}

/** The same in a database that is open, and has no functions of a user. */
export async function readSelectIn(connection: DuckDBConnection, sql: string): Promise<string> {
  try {
    const { text, nodes } = await readText(connection, sql, place);
    const called = nodes.flatMap(({ type, function: called }) => (type === "TABLE_FUNCTION" ? [nameOf(called)] : []));
    if (called.length === 0) return text;
    const refused = await refusedFunctions(connection);
    const name = called.find((name) => refused.has(name));
    if (name !== undefined) throw new RefusedText(`the function ${name}, which does more than read`);
    return text;
  } catch (cause) {
    if (cause instanceof RefusedText) throw notOneSelect(sql, cause);
    throw cause;
  }
}

function nameOf(called: unknown): string {
  const { function_name } = called as { readonly function_name: string };
  return function_name.toLowerCase();
}

/** Returns the error for a text that is not one SELECT. */
export function notOneSelect(sql: string, cause: Error): InputError {
  return new InputError(
    {
      argument: "sql",
      expected: "one SELECT and nothing else",
      found: `${cause.message}, in ${JSON.stringify(shortened(sql))}`,
      hint: /\bpivot\b/i.test(sql)
        ? "a PIVOT must list its values: PIVOT … ON column IN (value, …)"
        : "nothing was run; prepare the data before the audit, and select from the result",
    },
    { cause },
  );
}

function shortened(sql: string): string {
  return sql.length <= 300 ? sql : `${sql.slice(0, 300)}…`;
}
