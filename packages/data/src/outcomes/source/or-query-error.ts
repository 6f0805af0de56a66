import { InputError, isEvenoddsError } from "@evenodds/core";
import type { SqlFiles } from "../../source/sql-files.js";
import { duckReason } from "../../source/with-database.js";

/** A query of a user, and in DuckDB which files it may read. */
export interface Query {
  readonly sql: string;
  readonly sqlFiles?: SqlFiles | undefined;
}

/** Runs a part of a query; what the database complains of becomes an {@link InputError} that says what to do. */
export async function orQueryError<T>(query: Query, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isEvenoddsError(cause)) throw cause;
    const { found, hint } = explain(duckReason(cause), query);
    const complaint = { argument: "sql", expected: "one SELECT that the database can run", found, hint };
    throw new InputError(complaint, { cause });
  }
}

function explain(reason: string, { sql, sqlFiles }: Query): { readonly found: string; readonly hint: string } {
  const at = `${JSON.stringify(sql)}: `;
  const extension = /(?:requires the extension|extension) "?([a-z_]+)"?/i.exec(reason)?.[1];
  if (/^Missing Extension/i.test(reason) || (extension !== undefined && /install|load/i.test(reason))) {
    const found = `${at}it needs DuckDB's extension ${extension ?? ""}, and evenodds never loads any`;
    return { found, hint: "copy the data to a local CSV, Parquet or JSON file first" };
  }
  const isFile = /file system operations are disabled|Table with name \S*[./\\:]\S* does not exist/.test(reason);
  if (sqlFiles === undefined || sqlFiles === "any" || !isFile) {
    return { found: `${at}${reason}`, hint: "try the query in the database itself" };
  }
  const hint =
    sqlFiles === "none"
      ? "no file can be read here: ‘sqlFiles’ cwd lets the query read those below the working directory"
      : "only files below the working directory can be read, after links: for a query that you trust, ‘sqlFiles’ any";
  return { found: `${at}${reason}`, hint };
}
