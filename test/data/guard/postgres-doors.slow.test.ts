import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { InputError } from "@evenodds/core";
import { countOutcomesFrom, scoreHistogram, withPostgres } from "@evenodds/data";
import { expect } from "chai";
import fc from "fast-check";
import { Client } from "pg";
import { withPostgresServer } from "../../support/with-postgres-server.js";
import { cellsOf, request } from "../outcomes/support/counting.js";
import { listener } from "../support/hostile-sql.js";
import { rejection } from "../support/temp-graph.js";

const row = (value: string) => `SELECT ${value} AS sex, 1 AS y, 1 AS yhat`;

/** Statements that write, wait, connect or change a session. */
const statements = (port: number) => [
  "DROP TABLE precious",
  "DELETE FROM precious RETURNING *",
  "UPDATE precious SET y = 0 RETURNING *",
  "INSERT INTO precious VALUES ('x', 1, 1) RETURNING *",
  "MERGE INTO precious USING precious AS other ON true WHEN MATCHED THEN DELETE",
  "TRUNCATE precious",
  "CREATE TABLE pwned AS SELECT 1",
  "CREATE TEMP TABLE pwned AS SELECT 1",
  "SELECT 1 AS pwned INTO pwned",
  "COPY precious TO '/tmp/evenodds-pwned.csv'",
  "COPY (SELECT 1) TO PROGRAM 'touch /tmp/evenodds-pwned.csv'",
  "COPY precious FROM PROGRAM 'touch /tmp/evenodds-pwned.csv'",
  "COPY precious TO STDOUT",
  "COPY precious FROM STDIN",
  "ALTER TABLE precious ADD COLUMN pwned int",
  "ALTER ROLE reader SUPERUSER",
  "ALTER SYSTEM SET work_mem = '5MB'",
  "CREATE ROLE pwned",
  "GRANT ALL ON precious TO reader",
  "CREATE FUNCTION pwned() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  "DO $$ BEGIN DELETE FROM precious; END $$",
  "CALL spoil_it()",
  "SET default_transaction_read_only = off",
  "SET TRANSACTION READ WRITE",
  "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
  "SET ROLE reader",
  "RESET ALL",
  "BEGIN",
  "COMMIT",
  "COMMIT AND CHAIN",
  "ROLLBACK",
  "PREPARE TRANSACTION 'pwned'",
  "PREPARE p AS DELETE FROM precious",
  "EXECUTE p",
  "DECLARE c CURSOR FOR SELECT 1",
  "LOCK TABLE precious",
  "LISTEN pwned",
  "NOTIFY pwned",
  "VACUUM precious",
  "ANALYZE precious",
  "CHECKPOINT",
  "CLUSTER",
  "REFRESH MATERIALIZED VIEW precious",
  "COMMENT ON TABLE precious IS 'pwned'",
  "EXPLAIN ANALYZE DELETE FROM precious",
  "EXPLAIN SELECT 1",
  "SHOW server_version",
  "FETCH 1 FROM c",
  "LOAD 'auto_explain'",
  `CREATE EXTENSION dblink`,
  `CREATE SUBSCRIPTION pwned CONNECTION 'host=127.0.0.1 port=${port}' PUBLICATION p`,
];

/** SELECTs that would write to the database, were it not for the transaction; the owner may do anything else. */
const writing = [
  row("spoil()"),
  row("CAST(nextval('numbers') AS text)"),
  row("CAST(setval('numbers', 99) AS text)"),
  row("set_config('transaction_read_only', 'off', false) || spoil()"),
  row("(SELECT set_config('transaction_read_only', 'off', true)) || spoil()"),
  "SELECT * FROM precious FOR UPDATE",
  "SELECT * FROM precious FOR KEY SHARE",
  "WITH gone AS (DELETE FROM precious RETURNING *) SELECT * FROM gone",
  "WITH more AS (INSERT INTO precious SELECT * FROM precious RETURNING *) SELECT * FROM more",
];

/** SELECTs that only the rights of the user stop: what a superuser may do, a reader may not. */
const reaching = [
  row("pg_read_file('PG_VERSION')"),
  row("CAST(lo_export(1, '/tmp/evenodds-pwned.csv') AS text)"),
  row("CAST(lo_import('/etc/hostname') AS text)"),
  row("CAST(pg_ls_dir('.') AS text)"),
  row("CAST(pg_reload_conf() AS text)"),
  row("CAST(pg_rotate_logfile() AS text)"),
  row("CAST(pg_create_restore_point('pwned') AS text)"),
  "SELECT * FROM hidden",
];

const carriers: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `SELECT 1; ${text}`,
  (text) => `; ${text}`,
  (text) => `${text}; SELECT * FROM precious`,
  (text) => `SELECT 1) AS a; COMMIT; ${text}; SELECT * FROM (SELECT 1`,
  (text) => `SELECT 1) AS a; ${text} --`,
  (text) => `SELECT 1) AS a; ${text} /*`,
  (text) => `SELECT 1 --\n) AS a; ${text}`,
  (text) => `SELECT 1 /* /* */ */; ${text}`,
  (text) => `SELECT '\\'; ${text} --'`,
  (text) => `SELECT E'\\''; ${text} --'`,
  (text) => `SELECT $a$ $$ $a$; ${text}`,
  (text) => `SELECT U&'d!0061' UESCAPE '!'; ${text}`,
  (text) => `WITH x AS (${text}) SELECT * FROM x`,
  (text) => `SELECT * FROM (${text}) AS x`,
  (text) => `EXPLAIN ANALYZE ${text}`,
  (text) => `SELECT 1\0; ${text}`,
  (text) => `SELECT 1\0\0\0\0Q\0\0\0\x20${text}\0`,
];

describe("SQL of a user in PostgreSQL", () => {
  const server = withPostgresServer();
  let network: Awaited<ReturnType<typeof listener>>;
  before(async () => {
    network = await listener();
    await server().run(`
      CREATE TABLE precious AS SELECT 'F' AS sex, 1 AS y, 1 AS yhat;
      CREATE TABLE hidden AS SELECT 'TOPSECRET' AS sex, 1 AS y, 1 AS yhat;
      CREATE SEQUENCE numbers;
      GRANT SELECT ON precious TO reader;
      CREATE FUNCTION spoil() RETURNS text LANGUAGE plpgsql AS $$ BEGIN DELETE FROM precious; RETURN 'F'; END $$;
      CREATE PROCEDURE spoil_it() LANGUAGE plpgsql AS $$ BEGIN DELETE FROM precious; COMMIT; END $$;
    `);
  });
  after(() => network.close());

  const count = (sql: string, url = server().url) =>
    withPostgres({ url }, (engine) => countOutcomesFrom({ sql, engine }, request));
  const reader = () => server().url.replace("owner@", "reader:secret@");

  /** All that a statement could have left behind: tables, their rows, roles, functions, settings, a file. */
  const state = async (): Promise<string> => {
    const client = new Client({ connectionString: server().url });
    await client.connect();
    try {
      const { rows } = await client.query<{ readonly state: string }>(`SELECT json_build_array(
        (SELECT json_agg(precious) FROM precious), (SELECT json_build_array(last_value, is_called) FROM numbers),
        (SELECT json_agg(relname || relnatts || coalesce(relacl::text, '') ORDER BY oid) FROM pg_class WHERE relpersistence <> 't'),
        (SELECT json_agg(rolname || rolsuper ORDER BY oid) FROM pg_roles), (SELECT count(*) FROM pg_proc),
        (SELECT json_agg(name || setting ORDER BY name) FROM pg_settings WHERE source = 'configuration file'),
        (SELECT count(*) FROM pg_largeobject_metadata), (SELECT count(*) FROM pg_extension),
        (SELECT count(*) FROM pg_prepared_xacts), (SELECT count(*) FROM pg_description), (SELECT count(*) FROM pg_subscription)
      )::text AS state`);
      return rows[0]!.state;
    } finally {
      await client.end();
    }
  };
  const expectRefused = async (sql: string, url?: string) => {
    const error = await rejection(count(sql, url));
    expect(error, sql).to.be.instanceOf(InputError);
    expect(error.message, sql)
      .to.match(/^sql: expected .*; .*$/)
      .and.not.match(/\n|TOPSECRET/);
  };
  const files = () => readdirSync(tmpdir()).filter((name) => name === "evenodds-pwned.csv");

  it("is one SELECT in a transaction that only reads, even for the owner of everything", async () => {
    const before = await state();
    for (const sql of [...statements(network.port), ...writing]) {
      await expectRefused(sql);
    }
    expect(await state()).to.equal(before);
    expect([files(), network.connections()]).to.deep.equal([[], 0]);
  });

  it("holds against statements that hide in others", async () => {
    const before = await state();
    const text = fc
      .tuple(fc.constantFrom(...carriers), fc.constantFrom(...statements(network.port), ...writing))
      .map(([carry, statement]) => carry(statement));
    await fc.assert(
      fc.asyncProperty(text, (sql) => expectRefused(sql)),
      { numRuns: 150, seed: 13 },
    );
    expect(await state()).to.equal(before);
    expect([files(), network.connections()]).to.deep.equal([[], 0]);
  });

  it("reaches no further than the rights of its user", async () => {
    const before = await state();
    for (const sql of [...reaching, ...writing]) await expectRefused(sql, reader());
    expect(await state()).to.equal(before);
    expect(files()).to.deep.equal([]);
    expect((await count("SELECT * FROM precious", reader())).read).to.equal(1);
  });

  it("is parsed and described without being run", async () => {
    const slow = `${row("'F'")} FROM pg_sleep(30)`;
    await withPostgres({ url: server().url }, async (engine) => {
      expect(await engine.readSelect!(`${slow}; -- ;`)).to.equal(slow);
      expect((await engine.describe(slow)).map(({ name }) => name)).to.deep.equal(["sex", "y", "yhat"]);
      const spoiling = row("spoil()");
      expect(await engine.readSelect!(spoiling)).to.equal(spoiling);
    });
  });

  it("takes what people write", async () => {
    for (const sql of [
      "SELECT * FROM precious;",
      "SELECT * FROM precious; -- all; of it\n;",
      "SELECT * FROM precious /* ; /* ; */ */ ; /* ; */",
      "(SELECT * FROM precious)",
      "TABLE precious",
      "WITH x AS MATERIALIZED (SELECT * FROM precious) SELECT * FROM x",
      "SELECT sex, y, yhat FROM (VALUES ('F', 1, 1)) AS v(sex, y, yhat)",
      "SELECT sex, y, yhat FROM precious JOIN LATERAL (SELECT 1) AS one ON true ORDER BY 1 LIMIT 1",
      "SELECT DISTINCT ON (sex) * FROM precious",
      `SELECT $$F$$ AS sex, E'1' AS "y", U&'\\0031' AS yhat`,
      "SELECT sex, y, yhat FROM precious UNION SELECT * FROM precious",
    ]) {
      expect(cellsOf(await count(sql)), sql).to.deep.equal({ "F 1→1": 1 });
    }
    const scores = await withPostgres({ url: server().url }, (engine) =>
      scoreHistogram({ sql: "TABLE precious;", engine }, { sensitive: ["sex"], label: "y", score: "yhat" }),
    );
    expect(scores.attributes).to.have.length(1);
  });

  it("has ten minutes, unless the URL, the user or the server says otherwise", async () => {
    const limit = (url: string) =>
      withPostgres({ url }, async (engine) => {
        const { runGroupBy } = engine;
        return (await runGroupBy("SELECT current_setting('statement_timeout')"))[0]![0];
      });
    expect(await limit(server().url)).to.equal("10min");
    expect(await limit(`${server().url}?statement_timeout=0`)).to.equal("0");
    expect(await limit(`${server().url}?statement_timeout=1500`)).to.equal("1500ms");
    await server().run("ALTER ROLE reader SET statement_timeout = '7s'");
    expect(await limit(reader())).to.equal("7s");
    await server().run("ALTER ROLE reader RESET statement_timeout");
  });
});
