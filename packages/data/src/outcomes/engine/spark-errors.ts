import { InputError, isEvenoddsError, suggest, type EvenoddsError } from "@evenodds/core";
import { oneLine } from "./one-line.js";

/** What gRPC says of an error. */
export interface GrpcError extends Error {
  readonly code: number;
  readonly details: string;
}

/** Reads the message of a gRPC error, and Spark's class of it, such as `TABLE_OR_VIEW_NOT_FOUND`; else empty. */
export type ReadDetail = (error: GrpcError) => { readonly message: string; readonly errorClass: string };

/** Codes of gRPC. */
const codes = {
  cancelled: 1,
  tooLate: 4,
  notAllowed: 7,
  tooLarge: 8,
  unknownMethod: 12,
  unavailable: 14,
  unknownUser: 16,
} as const;

/**
 * Returns the error for a server that did not let anybody in. `server` is host and port: nothing here, and nothing in
 * what the client says, has the token.
 */
export function sparkConnectionError(cause: unknown, server: string): EvenoddsError {
  if (!isGrpcError(cause)) throw cause;
  const complain = (expected: string, found: string, hint: string) =>
    new InputError({ argument: `spark ${server}`, expected, found, hint }, { cause });
  const { code, details } = cause;
  const check = "check host, port and firewall, and that Spark Connect runs there";
  if (code === codes.tooLate) return complain("an answer of the server", "none in time", check);
  if (code === codes.unknownUser || code === codes.notAllowed) {
    const found = details === "" ? "one that is refused" : oneLine(details);
    return complain("a token that the server takes", found, "set SPARK_CONNECT_AUTHENTICATE_TOKEN");
  }
  if (/name resolution|ENOTFOUND|EAI_AGAIN/i.test(details)) {
    return complain("a host that exists", "a name that nobody knows", "check the host in the URL");
  }
  if (/ECONNREFUSED/.test(details)) return complain("a server that listens", "none", check);
  if (code === codes.unknownMethod || code === codes.unavailable) {
    return complain("a Spark Connect server", oneLine(details), `${check}; ;use_ssl=true encrypts the connection`);
  }
  return complain("a connection", oneLine(details), check);
}

/** What else is known of a statement that was not answered. */
interface WhatSparkSays {
  readonly detailOf: ReadDetail;
  /** Messages of the error and of what caused it, one after the other. */
  readonly causes: readonly string[];
  /** Names of tables that are there. */
  readonly tables: readonly string[];
}

/** Returns the error for a statement that the server did not answer. */
export function sparkQueryError(cause: unknown, { detailOf, causes, tables }: WhatSparkSays): EvenoddsError {
  if (isEvenoddsError(cause)) return cause;
  if (!isGrpcError(cause)) throw cause;
  const { message, errorClass } = detailOf(cause);
  const found = withCause(firstSentences(message), causes);
  const complain = (expected: string, said: string, hint?: string) =>
    new InputError({ argument: "sql", expected, found: said, hint }, { cause });
  const again = "try again, and look at the log of the server";
  if (cause.code === codes.tooLate) {
    return complain("an answer in time", "none", "raise the limit, such as ;timeout=3600 (seconds) in the URL");
  }
  if (cause.code === codes.unavailable) return complain("a connection that lasts", found, again);
  if (cause.code === codes.cancelled || errorClass === "OPERATION_CANCELED") {
    return complain("an end of the query", "an interruption by the server", again);
  }
  if (cause.code === codes.tooLarge) {
    return complain("a result of a size that can be sent", found, "count columns with fewer values");
  }
  if (cause.code === codes.unknownUser || cause.code === codes.notAllowed || isDenial(errorClass, found)) {
    return complain("a query that the user may run", found, "ask for the right to read");
  }
  if (errorClass === "TABLE_OR_VIEW_NOT_FOUND") {
    return complain("tables that exist", found, suggest(unknownTable(message), tables));
  }
  const advice = /^PARSE_SYNTAX_ERROR/.test(errorClass)
    ? "it becomes a part of a larger query, in brackets"
    : "try the query in the database itself";
  return complain("one SELECT that the database can run", found, advice);
}

/** Whether an error says that a table is not there, so that near matches help. */
export function isUnknownSparkTable(cause: unknown, { detailOf }: { readonly detailOf: ReadDetail }): boolean {
  return isGrpcError(cause) && detailOf(cause).errorClass === "TABLE_OR_VIEW_NOT_FOUND";
}

/** The last part of the name that the server did not find. */
function unknownTable(message: string): string {
  return /The table or view ((?:`[^`]*`\.?)+)/.exec(message)?.[1]?.split(/`\.`/).at(-1)?.replaceAll("`", "") ?? "";
}

/** What a message says before Spark goes on to explain, to quote the statement and to draw its plan. */
function firstSentences(message: string): string {
  const [said = ""] = message.trim().split(/ ?SQLSTATE: |\n\n?== |\nSearch path: |\n'|\n?JVM stacktrace:/);
  return oneLine(said).replace(/\.$/, "");
}

/** Adds what began it all, where the message does not say it: such as that a file may not be read. */
function withCause(said: string, causes: readonly string[]): string {
  const first = firstSentences(causes.at(-1) ?? "");
  return first === "" || said.includes(first) ? said : `${said}: ${first}`;
}

/** Whether a catalog or a storage says, in whatever words, that the user may not read something. */
function isDenial(errorClass: string, found: string): boolean {
  return (
    /INSUFFICIENT_PERMISSIONS|PERMISSION_DENIED/.test(errorClass) ||
    /permission denied|access ?denied|AccessControlException|not authorized|does not have (the )?(right|privilege)/i.test(
      found,
    )
  );
}

export function isGrpcError(cause: unknown): cause is GrpcError {
  return cause instanceof Error && "code" in cause && typeof cause.code === "number" && "details" in cause;
}
