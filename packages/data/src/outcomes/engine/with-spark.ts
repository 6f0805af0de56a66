import { checkSelect } from "../../guard/check-select.js";
import { notOneSelect, queryAsTable } from "../../guard/read-select.js";
import { sqlLexes } from "../../guard/sql-lexis.js";
import { estimateOfSpark } from "./estimate-scan.js";
import type { GroupByEngine } from "./group-by-engine.js";
import { readSparkAddress } from "./spark-address.js";
import { openSparkSession, type SparkSession } from "./open-spark-session.js";
import { sparkDialect } from "./spark-dialect.js";
import { isGrpcError, isUnknownSparkTable, sparkConnectionError, sparkQueryError } from "./spark-errors.js";
import { checkInterrupted, untilInterrupted } from "./until-interrupted.js";
import { steadyRows } from "./steady-rows.js";

export interface SparkOptions {
  /** `sc://host:port/;token=…;use_ssl=true;user_id=…;timeout=600`; see `readSparkAddress`. */
  readonly url: string;
  /** Ends the work with an InterruptedError; the server stops the running query. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for the server to answer, in milliseconds. Default: 30,000. */
  readonly connectTimeout?: number | undefined;
}

/**
 * Runs `work` with an engine that groups in a Spark cluster (3.5 or newer), through its Spark Connect server, in a
 * session of its own, which ends whatever happens. Rows stay there.
 *
 * Spark has neither transactions nor snapshots over several statements: how many rows each has seen is compared. No
 * message has the token. Throws `UsageError` for another URL, InputError for a server that cannot be reached and for
 * SQL that it refuses, InterruptedError for the signal.
 */
export async function withSpark<T>(
  { url, signal, connectTimeout = 30_000 }: SparkOptions,
  work: (engine: GroupByEngine) => Promise<T>,
): Promise<T> {
  checkInterrupted(signal);
  const address = readSparkAddress(url);
  const session = await openSparkSession(address);
  try {
    return await untilInterrupted(signal, session.interrupt, async () => {
      await session.version(connectTimeout).catch((cause: unknown) => {
        throw sparkConnectionError(cause, address.target);
      });
      return work(sparkEngine(session));
    });
  } finally {
    await session.release().catch(() => undefined);
  }
}

function sparkEngine(session: SparkSession): GroupByEngine {
  const run = async (sql: string) => {
    try {
      return await session.run(sql);
    } catch (cause) {
      const { detailOf } = session;
      const causes = isGrpcError(cause) ? await session.causesOf(cause) : [];
      const tables = isUnknownSparkTable(cause, { detailOf }) ? await readableTables(session) : [];
      throw sparkQueryError(cause, { detailOf, causes, tables });
    }
  };
  // DESCRIBE QUERY takes a query and nothing else, and does not run it.
  const describe = async (sql: string) =>
    (await run(`DESCRIBE QUERY ${sql}`)).map(([name, type]) => ({ name: String(name), type: String(type) }));
  return {
    dialect: sparkDialect,
    readSelect: (sql) => readSelect(sql, { describe, run }),
    describe,
    runGroupBy: run,
    estimate: async (sql) => estimateOfSpark(String((await run(`EXPLAIN COST ${sql}`))[0]?.[0])),
    sawRows: steadyRows(),
  };
}

/**
 * Returns the text of the one SELECT that a user's text is. The server parses it by itself and in brackets, each time
 * where nothing but a query can stand, and never runs it.
 */
async function readSelect(
  sql: string,
  { describe, run }: Pick<GroupByEngine, "describe"> & Pick<SparkSession, "run">,
): Promise<string> {
  const statement = checkSelect(sql, sqlLexes.spark);
  const refuse = (found: string) => {
    throw notOneSelect(sql, new Error(found));
  };
  const framed = `SELECT * FROM ${queryAsTable(statement)}`;
  if (JSON.stringify(await describe(`\n${statement}`)) !== JSON.stringify(await describe(framed))) {
    refuse("a text that is something else in brackets than by itself");
  }
  const [[plan] = []] = await run(`EXPLAIN EXTENDED ${framed}`);
  if (/^[\s:+-]*ScriptTransformation\b/m.test(String(plan))) refuse("a TRANSFORM, which runs a program");
  return statement;
}

/** Names of tables and views of the current schema. */
async function readableTables(session: SparkSession): Promise<string[]> {
  const rows = await session.run("SHOW TABLES").catch(() => []);
  return rows.map(([, name]) => String(name));
}
