import { InputError, isEvenoddsError, suggest, type EvenoddsError } from "@evenodds/core";
import { oneLine } from "./one-line.js";
import { TrinoFailure, TrinoRefusal } from "./trino-protocol.js";

/**
 * Returns the error for a server that did not let anybody in. `server` is host and port: nothing here, and nothing in
 * what the client says, has the password.
 */
export function trinoConnectionError(cause: unknown, server: string): EvenoddsError {
  if (isEvenoddsError(cause)) return cause;
  const complain = (expected: string, found: string, hint: string) =>
    new InputError({ argument: `trino ${server}`, expected, found, hint }, { cause });
  const check = "check scheme, host and port, and that Trino runs there";
  if (cause instanceof TrinoRefusal) {
    const { status, message } = cause;
    if (status === 401 || status === 403) {
      const found = message === "" ? `status ${status}` : sentence(message);
      return complain("a user whom the server lets in", found, "set TRINO_PASSWORD or TRINO_JWT");
    }
    return complain("a Trino server", `status ${status}`, check);
  }
  if (cause instanceof TrinoFailure) return complain("a transaction that only reads", sentence(cause.message), check);
  const code = systemCode(cause);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return complain("a host that exists", "a name that nobody knows", "check the host in the URL");
  }
  if (code === "ECONNREFUSED") return complain("a server that listens", "none", check);
  if (isTimeout(cause)) return complain("an answer of the server", "none in time", "check host, port and firewall");
  return complain("a connection", code ?? reasonOf(cause), check);
}

/** Returns the error for a statement that the server did not answer. `tables` are names of tables that are there. */
export function trinoQueryError(cause: unknown, { tables }: { readonly tables: readonly string[] }): EvenoddsError {
  if (isEvenoddsError(cause)) return cause;
  const complain = (expected: string, found: string, hint?: string) =>
    new InputError({ argument: "sql", expected, found, hint }, { cause });
  if (!(cause instanceof TrinoFailure)) {
    const found = cause instanceof TrinoRefusal ? `status ${cause.status}` : (systemCode(cause) ?? reasonOf(cause));
    return complain("a connection that lasts", found, "try again, and look at the log of the server");
  }
  const found = `${sentence(cause.message)} (${cause.errorName})`;
  switch (cause.errorName) {
    case "EXCEEDED_TIME_LIMIT":
      return complain("an answer in time", found, "raise the limit, such as ?query_max_run_time=2h in the URL");
    case "PERMISSION_DENIED":
      return complain("a query that the user may run", found, "ask for the right to read");
    case "READ_ONLY_VIOLATION":
      return complain(
        "a query that only reads",
        found,
        "prepare the data before the audit, and select from the result",
      );
    case "TABLE_NOT_FOUND":
      return complain("tables that exist", found, suggest(unknownTable(cause.message), tables));
    case "ADMINISTRATIVELY_KILLED":
    case "USER_CANCELED":
      return complain("an end of the query", found, "try again");
    case "SYNTAX_ERROR":
      return complain(
        "one SELECT that the database can run",
        found,
        "it becomes a part of a larger query, in brackets",
      );
  }
  switch (cause.errorType) {
    case "INSUFFICIENT_RESOURCES":
      return complain(
        "a query that the server has room for",
        found,
        "count columns with fewer values, or raise its limit",
      );
    case "INTERNAL_ERROR":
    case "EXTERNAL":
      return complain("an answer of the server", found, "try again, and look at the log of the server");
    default:
      return complain("one SELECT that the database can run", found, "try the query in the database itself");
  }
}

/** The last part of the name that the server did not find. */
function unknownTable(message: string): string {
  return /Table '([^']*)' does not exist/.exec(message)?.[1]?.split(".").at(-1) ?? "";
}

/** What Node says of a connection that failed. */
function systemCode(error: unknown): string | undefined {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
}

/** What `fetch` says of a connection that failed, where the system says nothing. */
function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? sentence(cause.message) : "none";
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}

/** Without the place in a text that is ours in part. */
function sentence(text: string): string {
  return oneLine(
    text
      .replace(/^line \d+:\d+: /, "")
      .trim()
      .replace(/\.$/, ""),
  );
}
