import { parseJson } from "@evenodds/core";
import type { SqlCell } from "./group-by-engine.js";
import type { TrinoAddress } from "./trino-address.js";

/** Columns and rows of a result. */
export interface TrinoResult {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly SqlCell[])[];
}

/** What Trino says of a statement that failed. */
export class TrinoFailure extends Error {
  constructor(
    message: string,
    /** Such as `TABLE_NOT_FOUND`. */
    readonly errorName: string,
    /** Whose fault it is: `USER_ERROR`, `INTERNAL_ERROR`, `INSUFFICIENT_RESOURCES` or `EXTERNAL`. */
    readonly errorType = "USER_ERROR",
  ) {
    super(message);
  }
}

/** An answer that is none of Trino's, or that says that the server lets nobody in. */
export class TrinoRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Statements of one user, one after another, within a transaction from START TRANSACTION to its end. */
export interface TrinoSession {
  readonly run: (sql: string) => Promise<TrinoResult>;
  /** Ends the statement that runs, in the server, and waits until the server has been told. None runs after it. */
  readonly cancel: () => Promise<void>;
  /** Ends a transaction, if one was begun and still is, also after `cancel`. */
  readonly rollback: () => Promise<void>;
}

/**
 * Opens a session over Trino's client protocol; nothing is sent yet. Errors are {@link TrinoFailure} where a statement
 * failed, {@link TrinoRefusal} for an answer that is none, and those of `fetch` where none came. None of them has a
 * header of a request, and so no secret.
 */
export function openTrinoSession(
  address: TrinoAddress,
  { firstAnswer }: { readonly firstAnswer: number },
): TrinoSession {
  const { server, user, authorization, catalog, schema, session } = address;
  const who: Readonly<Record<string, string>> = {
    "X-Trino-User": user,
    ...(authorization === undefined ? {} : { Authorization: authorization }),
  };
  const setting: Readonly<Record<string, string>> = {
    ...who,
    "X-Trino-Source": "evenodds",
    // Types with their precisions.
    "X-Trino-Client-Capabilities": "PARAMETRIC_DATETIME",
    ...(catalog === undefined ? {} : { "X-Trino-Catalog": catalog }),
    ...(schema === undefined ? {} : { "X-Trino-Schema": schema }),
    ...(session.length === 0 ? {} : { "X-Trino-Session": session.join(",") }),
  };
  let transaction = "NONE";
  let next: string | undefined;
  let cancelled = false;
  const ask = async (url: string, request: RequestInit): Promise<Page> => {
    // Another server than the one that was named learns no secret.
    const answer = await fetch(url, { redirect: "error", ...request });
    const text = await answer.text();
    if (!answer.ok) throw new TrinoRefusal(answer.status, text.slice(0, 300));
    const started = answer.headers.get("X-Trino-Started-Transaction-Id");
    if (started !== null) transaction = started;
    if (answer.headers.has("X-Trino-Clear-Transaction-Id")) transaction = "NONE";
    const page = pageOf(text, answer.status);
    next = page.nextUri;
    if (next !== undefined && new URL(next).host !== new URL(server).host) {
      throw new TrinoRefusal(answer.status, `an answer that goes on at another server, ${new URL(next).host}`);
    }
    if (page.error !== undefined) {
      throw new TrinoFailure(page.error.message, page.error.errorName, page.error.errorType);
    }
    return page;
  };
  const patient = async (url: string): Promise<Page> => {
    for (let tries = 0; ; tries++) {
      try {
        return await ask(url, { headers: who });
      } catch (error) {
        // Servers and what stands before them are busy now and then, and say so.
        const isBusy = error instanceof TrinoRefusal && [429, 502, 503, 504].includes(error.status);
        if (!isBusy || tries === 5) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** tries));
      }
    }
  };
  const end = (url: string) => fetch(url, { method: "DELETE", headers: who, redirect: "error" });
  const cancelledFailure = () => new TrinoFailure("the query was ended", "USER_CANCELED");
  const execute = async (sql: string, { isLast = false } = {}): Promise<TrinoResult> => {
    const isUnwanted = () => cancelled && !isLast;
    if (isUnwanted()) throw cancelledFailure();
    const headers = { ...setting, "X-Trino-Transaction-Id": transaction };
    const signal = AbortSignal.timeout(firstAnswer);
    let page = await ask(`${server}/v1/statement`, { method: "POST", body: sql, headers, signal });
    let columns = page.columns ?? [];
    const rows: SqlCell[][] = [];
    for (;;) {
      columns = page.columns ?? columns;
      for (const row of page.data ?? []) rows.push(row.map((cell, i) => cellOf(cell, columns[i]?.type)));
      if (page.nextUri === undefined) return { columns: columns.map(({ name, type }) => ({ name, type })), rows };
      if (isUnwanted()) {
        await end(page.nextUri);
        throw cancelledFailure();
      }
      page = await patient(page.nextUri);
    }
  };
  return {
    run: (sql) => execute(sql),
    cancel: async () => {
      cancelled = true;
      if (next !== undefined) await end(next);
    },
    rollback: async () => {
      if (transaction !== "NONE") await execute("ROLLBACK", { isLast: true });
      transaction = "NONE";
    },
  };
}

function pageOf(text: string, status: number): Page {
  try {
    return parseJson(text) as Page;
  } catch {
    throw new TrinoRefusal(status, "an answer that is none of Trino's");
  }
}

interface Page {
  readonly nextUri?: string;
  readonly columns?: readonly { readonly name: string; readonly type: string }[];
  readonly data?: readonly (readonly unknown[])[];
  readonly error?: { readonly message: string; readonly errorName: string; readonly errorType?: string };
}

/** NaN and infinities of a double are texts here. */
function cellOf(cell: unknown, type: string | undefined): SqlCell {
  if (cell === null || typeof cell === "number") return cell;
  if (typeof cell === "string") return type === "double" ? Number(cell) : cell;
  if (typeof cell === "boolean") return String(cell);
  throw new TypeError(`plain values are asked for, not ${type}`);
}
