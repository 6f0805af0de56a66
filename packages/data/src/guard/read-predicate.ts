import type { DuckDBConnection } from "@duckdb/node-api";
import { readText, RefusedText } from "./parse-sql.js";

/**
 * Returns a user's text, which must be one expression over the columns of a row, fit for the brackets of `framed`.
 * Nothing is run. Throws {@link RefusedText} for anything else, and for a subquery.
 */
export async function readPredicate(
  connection: DuckDBConnection,
  predicate: string,
  framed: (text: string) => string,
): Promise<string> {
  const { text, nodes } = await readText(connection, predicate, {
    alone: (text) => `SELECT\n${text}\n`,
    framed,
    example: "'example'",
    partOf: ({ statements }) => statements[0]!.node.select_list![0],
  });
  if (nodes.some((node) => node.class === "SUBQUERY")) {
    throw new RefusedText("a subquery; other tables and files are disabled here");
  }
  return text;
}
