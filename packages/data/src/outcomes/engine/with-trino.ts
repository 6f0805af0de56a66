import { checkSelect } from "../../guard/check-select.js";
import { queryAsTable } from "../../guard/read-select.js";
import { sqlLexes } from "../../guard/sql-lexis.js";
import { estimateOfTrino } from "./estimate-scan.js";
import type { GroupByEngine } from "./group-by-engine.js";
import { steadyRows } from "./steady-rows.js";
import { readTrinoAddress } from "./trino-address.js";
import { trinoDialect } from "./trino-dialect.js";
import { trinoConnectionError, trinoQueryError } from "./trino-errors.js";
import { checkInterrupted, untilInterrupted } from "./until-interrupted.js";
import { openTrinoSession, TrinoFailure, type TrinoResult, type TrinoSession } from "./trino-protocol.js";

export interface TrinoOptions {
  /** `https://user@host:port/catalog/schema?query_max_run_time=1h`; see `readTrinoAddress`. */
  readonly url: string;
  /** Ends the work with an InterruptedError; the server stops the running query. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for the first answer to a statement, in milliseconds. Default: 30,000. */
  readonly connectTimeout?: number | undefined;
}

/**
 * Runs `work` with an engine that groups in a Trino server, in a transaction that can only read, which ends whatever
 * happens. Rows stay there.
 *
 * All that `work` asks sees one state of the data where their catalogs allow it (repeatable read); besides, how many
 * rows each statement has seen is compared. No message has the password. Throws `UsageError` for another URL,
 * InputError for a server that cannot be reached and for SQL that it refuses, InterruptedError for the signal.
 */
export async function withTrino<T>(
  { url, signal, connectTimeout = 30_000 }: TrinoOptions,
  work: (engine: GroupByEngine) => Promise<T>,
): Promise<T> {
  checkInterrupted(signal);
  const address = readTrinoAddress(url);
  const session = openTrinoSession(address, { firstAnswer: connectTimeout });
  try {
    return await untilInterrupted(signal, session.cancel, async () => {
      await begin(session, "REPEATABLE READ").catch((cause: unknown) => {
        throw trinoConnectionError(cause, new URL(address.server).host);
      });
      return work(trinoEngine(session));
    });
  } finally {
    await session.rollback().catch(() => undefined);
  }
}

async function begin(session: TrinoSession, isolation: "REPEATABLE READ" | "READ UNCOMMITTED"): Promise<void> {
  await session.run(`START TRANSACTION ISOLATION LEVEL ${isolation}, READ ONLY`);
}

function trinoEngine(session: TrinoSession): GroupByEngine {
  const attempt = async (sql: string): Promise<TrinoResult> => {
    try {
      return await session.run(sql);
    } catch (cause) {
      // A catalog that promises nothing over several statements can still be read.
      if (!isFailure(cause, "UNSUPPORTED_ISOLATION_LEVEL")) throw cause;
      await session.rollback();
      await begin(session, "READ UNCOMMITTED");
      return session.run(sql);
    }
  };
  const run = async (sql: string) => {
    try {
      return await attempt(sql);
    } catch (cause) {
      throw trinoQueryError(cause, {
        tables: isFailure(cause, "TABLE_NOT_FOUND") ? await readableTables(session) : [],
      });
    }
  };
  // Without a row to return no row is read.
  const describe = async (sql: string) => (await run(`SELECT * FROM ${queryAsTable(sql)} LIMIT 0`)).columns;
  return {
    dialect: trinoDialect,
    readSelect: async (sql) => {
      const statement = checkSelect(sql, sqlLexes.trino);
      // By itself it has to be one statement, and in brackets, where nothing but a query can stand, a query.
      await run(`EXPLAIN (TYPE VALIDATE)\n${statement}`);
      await describe(statement);
      return statement;
    },
    describe,
    runGroupBy: async (sql) => (await run(sql)).rows,
    estimate: async (sql) => {
      const { rows } = await run(`EXPLAIN (TYPE IO, FORMAT JSON) ${sql}`);
      return estimateOfTrino(String(rows[0]?.[0]));
    },
    sawRows: steadyRows(),
  };
}

function isFailure(cause: unknown, name: string): boolean {
  return cause instanceof TrinoFailure && cause.errorName === name;
}

/** Names of tables and views of the schema of the session. */
async function readableTables(session: TrinoSession): Promise<string[]> {
  await session.rollback().catch(() => undefined);
  const { rows } = await session.run("SHOW TABLES").catch(() => ({ rows: [] }));
  return rows.map(([name]) => String(name));
}
