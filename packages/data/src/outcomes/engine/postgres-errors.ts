import { InputError, isEvenoddsError, suggest, type EvenoddsError } from "@evenodds/core";

/** What pg and PostgreSQL say of an error, besides the message. */
interface ReportedError extends Error {
  /** SQLSTATE, or the code of a system error. */
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
}

const sqlStates = {
  wrongPassword: "28P01",
  notAllowed: "28000",
  noDatabase: "3D000",
  noTable: "42P01",
  syntax: "42601",
  cancelled: "57014",
  readOnly: "25006",
} as const;

/**
 * Returns the error for a connection that did not come about. `server` is user, host, port and database: nothing here,
 * and nothing in what the client says, has the password.
 */
export function connectionError(cause: unknown, server: string): EvenoddsError {
  const { message, code } = reported(cause);
  const complain = (expected: string, found: string, hint: string) =>
    new InputError({ argument: `postgres ${server}`, expected, found, hint }, { cause });
  const password = "set PGPASSWORD, or add the server to ~/.pgpass";
  const refused = () => complain("a user whom the server lets in", message, password);
  const silent = () => complain("a server that listens", "none", "check host and port, and that PostgreSQL runs there");
  const unknownHost = () => complain("a host that exists", "a name that nobody knows", "check the host in the URL");
  const known: ReadonlyMap<string | undefined, () => EvenoddsError> = new Map(
    Object.entries({
      ENOTFOUND: unknownHost,
      EAI_AGAIN: unknownHost,
      ECONNREFUSED: silent,
      ENOENT: silent,
      [sqlStates.wrongPassword]: refused,
      [sqlStates.notAllowed]: refused,
      [sqlStates.noDatabase]: () => complain("a database that exists", message, "list the databases with psql -l"),
    }),
  );
  const explain = known.get(code);
  if (explain !== undefined) return explain();
  // The client asks for a password only once the server wants one.
  if (/password must be a/.test(message)) return complain("a password", "none", password);
  if (/timeout/i.test(message)) return complain("an answer of the server", message, "check host, port and firewall");
  return complain("a connection", message === "" ? (code ?? "no reason") : message, "try the same URL with psql");
}

/**
 * Returns the error for a query that the server did not answer. `tables` are the names of all tables that can be read.
 */
export function queryError(cause: unknown, { tables }: { readonly tables: readonly string[] }): EvenoddsError {
  if (isEvenoddsError(cause)) return cause;
  const { message, code, detail, hint } = reported(cause);
  const found = detail === undefined ? message : `${message} (${detail})`;
  const complain = (expected: string, next: string | undefined) =>
    new InputError({ argument: "sql", expected, found, hint: next }, { cause });
  if (code === sqlStates.cancelled) {
    return complain("an answer in time", "raise statement_timeout, such as ?statement_timeout=3600000 in the URL");
  }
  if (/multiple commands/.test(message)) return complain("one SELECT and nothing else", "nothing was run");
  if (code === sqlStates.readOnly) {
    return complain("a query that only reads", "prepare the data before the audit, and select from the result");
  }
  const unknownTable = code === sqlStates.noTable ? /relation "(.*)" does not exist/.exec(message)?.[1] : undefined;
  if (unknownTable !== undefined) return complain("tables that exist", suggest(unknownTable, tables));
  if (code === undefined || /^(08|57P)/.test(code)) return complain("a connection that lasts", "try again");
  const advice =
    code === sqlStates.syntax ? "it becomes a part of a larger query, in brackets" : "try the query in psql";
  return complain("one SELECT that the database can run", hint?.replace(/\.$/, "") ?? advice);
}

/** Whether an error says that a table is not there, so that near matches help. */
export function isUnknownTable(cause: unknown): boolean {
  return reported(cause).code === sqlStates.noTable;
}

function reported(cause: unknown): ReportedError {
  return cause instanceof Error ? cause : new Error(String(cause));
}
