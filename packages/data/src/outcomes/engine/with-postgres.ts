import { UsageError } from "@evenodds/core";
import type { Client, FieldDef, QueryArrayConfig, Connection, Submittable } from "pg";
import { cutStatement } from "../../guard/cut-statement.js";
import { notOneSelect, queryAsTable } from "../../guard/read-select.js";
import { estimateOfPostgres } from "./estimate-scan.js";
import type { GroupByEngine, SqlCell } from "./group-by-engine.js";
import { postgresDialect } from "./postgres-dialect.js";
import { checkInterrupted, untilInterrupted } from "./until-interrupted.js";
import { connectionError, isUnknownTable, queryError } from "./postgres-errors.js";

/** How long a statement may take where nothing else is said, in milliseconds. */
const statementTimeout = 600_000;

export interface PostgresOptions {
  /**
   * `postgres://user@host:port/database`, with parameters such as `?sslmode=verify-full&statement_timeout=60000`. The
   * time limit of a statement is in milliseconds, 0 for none. Default: the server's, else ten minutes.
   */
  readonly url: string;
  /** Ends the work with an InterruptedError; the server stops the running query. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for the server to answer, in milliseconds. Default: 10,000. */
  readonly connectTimeout?: number | undefined;
}

/**
 * Runs `work` with an engine that groups in a PostgreSQL server (14 or newer) and closes the connection, whatever
 * happens. All that `work` asks sees the same state of the database, in one transaction that can only read. Rows stay
 * there.
 *
 * What the URL leaves out comes from the PG* environment variables and the password from `.pgpass` too, through the
 * client. No message has the password. Throws {@link UsageError} for another URL, InputError for a server that cannot
 * be reached and for SQL that it refuses, InterruptedError for the signal.
 */
export async function withPostgres<T>(
  { url, signal, connectTimeout = 10_000 }: PostgresOptions,
  work: (engine: GroupByEngine) => Promise<T>,
): Promise<T> {
  checkInterrupted(signal);
  const client = await connect(url, connectTimeout);
  const end = () => client.end();
  try {
    return await untilInterrupted(signal, end, async () => {
      // A query whose reader went away ends: without this it would run on for nobody. Not every server's platform can.
      await client.query("SET client_connection_check_interval = 1000").catch(() => undefined);
      await client.query("SET extra_float_digits = 1; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'");
      await client.query("SET standard_conforming_strings = on");
      await limitTime(client);
      await client.query("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
      return await work(postgresEngine(client));
    });
  } finally {
    await end().catch(() => undefined);
  }
}

async function connect(url: string, connectTimeout: number): Promise<Client> {
  const { Client } = await import("pg");
  const client = openClient(() => new Client({ connectionString: url, connectionTimeoutMillis: connectTimeout }), url);
  // A connection that breaks between two queries is told by the next one.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    await client.end().catch(() => undefined);
    const { user = "", host, port, database = "" } = client;
    throw connectionError(cause, `${user}@${host}:${port}/${database}`);
  }
  return client;
}

/** Sets a limit to the time of each statement where neither the URL, the user, the database nor the server has one. */
async function limitTime(client: Client): Promise<void> {
  const { rows } = await client.query<{ readonly source: string }>(
    "SELECT source FROM pg_catalog.pg_settings WHERE name = 'statement_timeout'",
  );
  if (rows[0]?.source === "default") await client.query(`SET statement_timeout = ${statementTimeout}`);
}

function openClient(open: () => Client, url: string): Client {
  const refuse = (found: string) =>
    new UsageError({
      argument: "postgres",
      expected: "a URL such as postgres://user@host/database",
      found,
      hint: "what it leaves out comes from PGHOST, PGUSER and the like",
    });
  if (!/^postgres(ql)?:\/\//.test(url)) throw refuse(/[:?]/.test(url) ? "something else" : JSON.stringify(url));
  try {
    return open();
  } catch (cause) {
    // What cannot be parsed can have a password anywhere, so none of it is shown.
    throw refuse(cause instanceof Error && "code" in cause ? String(cause.code) : "one that cannot be parsed");
  }
}

function postgresEngine(client: Client): GroupByEngine {
  const orQueryError = async <T>(work: () => Promise<T>) => {
    try {
      return await work();
    } catch (cause) {
      throw queryError(cause, { tables: isUnknownTable(cause) ? await readableTables(client) : [] });
    }
  };
  const columnsOf = (sql: string) => orQueryError(() => statementColumns(client, sql));
  const ask = (text: string) => {
    // The extended protocol takes one statement at a time: a query cannot end the transaction and begin another.
    const query: QueryArrayConfig & { readonly queryMode: "extended" } = {
      text,
      rowMode: "array",
      queryMode: "extended",
      types: { getTypeParser: () => (value: string) => value },
    };
    return orQueryError(() => client.query<(string | null)[]>(query));
  };
  return {
    dialect: postgresDialect,
    readSelect: (sql) => readSelect(sql, columnsOf),
    describe: async (sql) => {
      const fields = (await columnsOf(sql)) ?? [];
      const types = fields.map(({ dataTypeID, dataTypeModifier }) => `format_type(${dataTypeID}, ${dataTypeModifier})`);
      const [row = []] = types.length === 0 ? [] : (await ask(`SELECT ${types.join(", ")}`)).rows;
      return fields.map(({ name }, i) => ({ name, type: row[i] ?? "unknown" }));
    },
    estimate: async (sql) => estimateOfPostgres(String((await ask(`EXPLAIN (FORMAT JSON) ${sql}`)).rows[0]?.[0])),
    runGroupBy: async (sql) => {
      const { rows, fields } = await ask(sql);
      const isNumber = fields.map(({ dataTypeID }) => dataTypeID === doubleType);
      return rows.map((row) =>
        row.map((cell, i): SqlCell => (cell !== null && isNumber[i] === true ? Number(cell) : cell)),
      );
    },
  };
}

/**
 * Returns the text of the one SELECT that a user's text is. The server parses it by itself, which settles that it is
 * one statement whose quotes, comments and brackets end within it, and then in brackets, where nothing but a SELECT can
 * stand.
 */
async function readSelect(
  sql: string,
  columnsOf: (sql: string) => Promise<readonly FieldDef[] | null>,
): Promise<string> {
  // On the wire a NUL ends the text, and what follows would be read as something else.
  if (sql.includes("\0")) throw notOneSelect(sql, new Error("a NUL character"));
  const alone = await columnsOf(sql);
  if (alone === null) throw notOneSelect(sql, new Error("a statement that has no result"));
  const { statement } = cutStatement(sql);
  const framed = await columnsOf(`SELECT * FROM ${queryAsTable(statement)}`);
  const names = (fields: readonly FieldDef[] | null) => JSON.stringify(fields?.map(({ name }) => name));
  if (names(alone) === names(framed)) return statement;
  throw notOneSelect(sql, new Error("a text that is something else in brackets than by itself"));
}

/** PostgreSQL's number for double precision, fixed for all time. */
const doubleType = 701;

/** Names of tables and views as a query can write them. */
async function readableTables(client: Client): Promise<string[]> {
  await client.query("ROLLBACK");
  const { rows } = await client.query<{ readonly name: string }>(
    "SELECT CAST(CAST(oid AS regclass) AS text) AS name FROM pg_class WHERE relkind IN ('r', 'v', 'm', 'f', 'p') " +
      "AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) " +
      "AND relpersistence <> 't' AND has_table_privilege(oid, 'SELECT') ORDER BY 1 LIMIT 1000",
  );
  return rows.map(({ name }) => name);
}

/**
 * Returns the columns of the result of one statement, which the server parses and does not run; null for a statement
 * without a result. More than one statement is an error of the server.
 */
function statementColumns(client: Client, text: string): Promise<readonly FieldDef[] | null> {
  return new Promise((resolve, reject) => {
    client.query(new Description(text, (error, fields) => (error === null ? resolve(fields) : reject(error))));
  });
}

/** A query of the extended protocol that ends after its description. */
class Description implements Submittable {
  private fields: readonly FieldDef[] | null = null;

  constructor(
    private readonly text: string,
    /** Called once; the client puts a time limit around it where it is told one. */
    public callback: (error: Error | null, fields: readonly FieldDef[] | null) => void,
  ) {}

  submit(connection: Connection): void {
    connection.parse({ name: "", text: this.text, types: [] }, false);
    connection.describe({ type: "S", name: "" }, false);
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.fields = fields;
  }

  handleError(error: Error): void {
    this.callback(error, null);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.fields);
  }
}
