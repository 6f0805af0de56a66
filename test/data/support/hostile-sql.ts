import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import fc from "fast-check";

/** What a hostile text may know of the machine it comes to. */
export interface Target {
  /** A folder outside of the working directory, with `secret.csv` and `other.duckdb`. */
  readonly outside: string;
  /** A database of table `t`. */
  readonly db: string;
  /** A port of this machine where somebody listens. */
  readonly port: number;
}

/** Statements of DuckDB that write, change, load or connect. None is a SELECT. */
export function hostileStatements({ outside, db, port }: Target): string[] {
  return [
    "copy (select 42 as x) to 'PWNED.csv'",
    `copy t to '${outside}/PWNED.parquet' (format parquet)`,
    `copy (select * from read_text('${outside}/secret.csv')) to 'PWNED.csv'`,
    "export database 'PWNED'",
    `import database '${outside}'`,
    "attach 'PWNED.duckdb' as pwned (read_write)",
    `attach '${db}' as again (read_write)`,
    "detach people",
    "create table pwned as select 1",
    "create or replace table t as select 1",
    "create temp table pwned as select 1",
    "create or replace macro count(x) as 0",
    "create persistent secret pwned (type s3, key_id 'a', secret 'b')",
    "drop table t",
    "delete from t",
    "update t set y = 1 returning *",
    "insert into t select * from t returning *",
    "truncate t",
    "alter table t drop column sex",
    "comment on table t is 'PWNED'",
    `install httpfs from 'http://127.0.0.1:${port}'`,
    "force install httpfs",
    "load httpfs",
    `load 'http://127.0.0.1:${port}/httpfs.duckdb_extension'`,
    `set custom_extension_repository = 'http://127.0.0.1:${port}'`,
    "set enable_external_access = true",
    "set lock_configuration = false",
    "set autoinstall_known_extensions = true",
    "set temp_directory = 'PWNED'",
    "set log_query_path = 'PWNED.log'",
    "reset enable_external_access",
    "pragma enable_profiling = 'json'",
    "set profiling_output = 'PWNED.json'",
    "call enable_logging(storage = 'file', storage_path = 'PWNED')",
    "pragma database_size",
    "checkpoint",
    "vacuum analyze",
    "begin transaction",
    "commit",
    "use pwned",
    "prepare p as select 1",
  ];
}

/** SELECTs that do more than read, or read what is not theirs. */
export function hostileSelects({ outside, db, port }: Target): string[] {
  const row = (from: string, value = "'F'") => `select ${value} as sex, 1 as y, 1 as yhat from ${from}`;
  const table = (from: string) => `select sex, y, yhat from ${from}`;
  return [
    row("enable_logging(storage = 'file', storage_path = 'PWNED')"),
    row("enable_logging('QueryLog', storage = 'stdout')"),
    row("enable_profiling(save_location = 'PWNED.json', format = 'json')"),
    row("query('select 1')"),
    row("json_execute_serialized_sql(json_serialize_sql('select 1'))"),
    row("checkpoint()"),
    row("force_checkpoint()"),
    row("arrow_scan(1, 2, 3)"),
    row("import_database('PWNED')"),
    table(`'${outside}/secret.csv'`),
    row(`read_text('${outside}/secret.csv')`, "content"),
    row(`read_blob(['${outside}/secret.csv'])`, "content"),
    table(`read_csv('${outside}/' || 'secret.csv')`),
    table(`read_csv('${outside}/*.csv')`),
    row(`sniff_csv('${outside}/secret.csv')`, "Delimiter"),
    row(`glob('${outside}/*')`, "file"),
    table(`read_duckdb('${outside}/other.duckdb')`),
    table("'../outside/secret.csv'"),
    table("'./../outside/secret.csv'"),
    table("'link.csv'"),
    table("read_csv('folder/secret.csv')"),
    row("read_text('folder/*.csv')", "content"),
    row("read_text('/proc/self/status')", "length(content)"),
    row("read_csv('~/evenodds-nothing.csv')"),
    table(`read_csv('file://${outside}/secret.csv')`),
    table(`'http://127.0.0.1:${port}/x.csv'`),
    table(`read_csv('http://127.0.0.1:${port}/x.csv')`),
    table(`read_parquet('https://127.0.0.1:${port}/x.parquet')`),
    table(`read_json('s3://127.0.0.1:${port}/x.json')`),
    table(`'hf://127.0.0.1:${port}/x.csv'`),
    table(`postgres_scan('host=127.0.0.1 port=${port}', 'public', 't')`),
    table(`sqlite_scan('${db}', 't')`),
    "select nextval('s') as sex, 1 as y, 1 as yhat",
  ];
}

/** How a hostile text hides in one that looks as if it were a query. */
export const carriers: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `${text};`,
  (text) => `select 1; ${text}`,
  (text) => `;${text}`,
  (text) => `${text}; select * from 'p.csv'`,
  (text) => `select * from 'p.csv') as source; ${text}; select * from (select * from 'p.csv'`,
  (text) => `select * from 'p.csv') as source; ${text} --`,
  (text) => `select * from 'p.csv') as source; ${text} /*`,
  (text) => `select * from 'p.csv' --\n) as source; ${text}; --`,
  (text) => `select * from 'p.csv' /* */; ${text}`,
  (text) => `select * from 'p.csv'; ${text} -- '`,
  (text) => `select '''; ${text} --' from 'p.csv'; ${text}`,
  (text) => `select $$ $$; ${text}`,
  (text) => `select e'\\''; ${text}`,
  (text) => `with x as (${text}) select * from x`,
  (text) => `select * from (${text})`,
  (text) => `select * from 'p.csv' union all (${text})`,
  (text) => `select 'F' as sex, 1 as y, 1 as yhat where exists (${text})`,
  (text) => `explain analyze ${text}`,
  (text) => `describe ${text}`,
  (text) => `summarize ${text}`,
  (text) => `prepare p as ${text}; execute p`,
  (text) => `create macro f() as table ${text}; from f()`,
  (text) => `select * from query('${text.replaceAll("'", "''")}')`,
  (text) => `select 1\0; ${text}`,
  (text) => `select 1;\u00a0${text}`,
  (text) => `pivot (${text}) on 1 using count(*)`,
];

/** A hostile text with blanks and letters changed, where that changes nothing. */
export function hostileText(target: Target): fc.Arbitrary<string> {
  const texts = [...hostileStatements(target), ...hostileSelects(target)];
  const blank = fc.constantFrom(" ", "\n", "\t", "  ", "/**/", " --\n", "\u00a0", "\u3000");
  return fc
    .tuple(fc.constantFrom(...carriers), fc.constantFrom(...texts), blank, fc.boolean())
    .map(([carry, text, blank, loud]) =>
      carry((loud ? upperCase(text) : text).replace(/ (?=[^']*(?:'[^']*'[^']*)*$)/g, () => blank)),
    );
}

function upperCase(text: string): string {
  return text.replace(/'[^']*'|[a-z]+/g, (part) => (part.startsWith("'") ? part : part.toUpperCase()));
}

/** Names, kinds and contents of all that is in a folder. */
export function snapshot(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      const found = lstatSync(path);
      if (found.isDirectory()) return [`${path}/`, ...snapshot(path)];
      if (found.isSymbolicLink()) return [`${path} -> ${readlinkSync(path)}`];
      const digest = createHash("sha256").update(readFileSync(path)).digest("hex");
      return [`${path} ${found.mtimeMs} ${digest}`];
    });
}

/** Somebody who listens on this machine and counts who comes. */
export async function listener() {
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections++;
    socket.on("error", () => undefined);
    socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("nobody listens");
  return { port: address.port, connections: () => connections, close: () => void server.close() };
}
