import { createServer } from "node:http";
import { InputError, InterruptedError, UsageError } from "@evenodds/core";
import { countOutcomesFrom, withTrino, type GroupByEngine } from "@evenodds/data";
import { expect } from "chai";
import { startTrino } from "../../../support/servers/trino-server.js";
import { trinoStatement } from "../../../support/servers/trino-statement.js";
import { withServer } from "../../../support/servers/with-server.js";
import { countsLikeDuckDb, duckWords } from "../../support/engine-cases.js";
import { rejection, removeTempFolders } from "../../support/temp-graph.js";
import { request } from "../support/counting.js";

after(removeTempFolders);

/** More rows than anybody counts while a test waits. */
const many = "UNNEST(sequence(1, 10000))";
const endless = `SELECT 'F' AS sex, 1 AS y, a % 2 AS yhat FROM ${many} AS t(a), ${many} AS u(b), ${many} AS v(c)`;

describe("withTrino", function () {
  this.timeout(180_000);
  const server = withServer("trino");

  const work = <T>(act: (engine: GroupByEngine) => Promise<T>) => withTrino({ url: server().url }, act);
  const count = (sql: string) => work((engine) => countOutcomesFrom({ sql, engine }, request));

  const run = (sql: string) => trinoStatement(server().monitor, sql);
  const statesOf = async (part: string) =>
    (
      await run(
        `SELECT state FROM system.runtime.queries WHERE source = 'evenodds' AND query LIKE '%${part}%' AND query LIKE '%GROUP BY%'`,
      )
    ).map(([state]) => String(state));
  const until = async (part: string, reached: (states: readonly string[]) => boolean) => {
    for (let tries = 0; !reached(await statesOf(part)); tries++) {
      if (tries > 200) throw new Error("the states of the queries do not change");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  countsLikeDuckDb(work, {
    numbers: "(SELECT a + b AS i FROM UNNEST(sequence(1, 10000)) AS t(a), UNNEST(ARRAY[0, 10000]) AS u(b)) AS numbers",
    text: "VARCHAR",
    localTime: "TIMESTAMP(6)",
    double: "DOUBLE",
    literal: duckWords.literal,
  });

  it("gives an instant the text of its time in UTC, and texts of fixed width without their padding", async () => {
    const sql = "SELECT TIMESTAMP '2024-06-01 00:00:00.500 Europe/Berlin' AS sex, CAST('1' AS CHAR(4)) AS y, 1 AS yhat";
    const { attributes, classes } = await count(sql);
    expect(attributes[0]!.all.outcomes!.groups).to.deep.equal(["2024-05-31 22:00:00.5+00"]);
    expect(classes).to.deep.equal(["1"]);
  });

  it("refuses a column of bytes, lists and the like that is to be counted, and no other", async () => {
    for (const column of ["X'61'", "ARRAY[1]", "MAP(ARRAY[1], ARRAY[2])", "ROW(1)", "JSON '1'", "INTERVAL '1' DAY"]) {
      const error = await rejection(count(`SELECT ${column} AS sex, 1 AS y, 1 AS yhat`));
      expect(error, column).to.be.instanceOf(InputError);
      expect(error.message).to.match(/sensitive column: .*found "sex" of type/);
    }
    expect((await count("SELECT 'F' AS sex, 1 AS y, 1 AS yhat, ARRAY[1] AS other")).read).to.equal(1);
  });

  it("reads names with quotes, dots and capitals as they stand", async () => {
    const sql = `SELECT 'F' AS "a""b.C", 1 AS "y hat", 1 AS y`;
    const found = await work((engine) =>
      countOutcomesFrom({ sql, engine }, { sensitive: ['a"b.C'], label: "y", prediction: "y hat" }),
    );
    expect(found.read).to.equal(1);
  });

  it("asks once for each count that is needed", async () => {
    const asked: string[] = [];
    const found = await work((engine) =>
      countOutcomesFrom(
        {
          sql: `SELECT 'F' AS sex, a % 2 AS y, a % 3 % 2 AS yhat FROM UNNEST(sequence(1, 100)) AS t(a)`,
          engine: { ...engine, runGroupBy: (sql) => (asked.push(sql), engine.runGroupBy(sql)) },
        },
        request,
      ),
    );
    expect([asked.length, found.read]).to.deep.equal([1, 100]);
  });

  it("tells how much a statement would read", async () => {
    await run("CREATE TABLE IF NOT EXISTS thousand AS SELECT a FROM UNNEST(sequence(1, 1000)) AS t(a)");
    const estimate = await work((engine) => engine.estimate!("SELECT a, count(*) FROM thousand GROUP BY 1"));
    expect(estimate.rows).to.equal(1000);
    expect(estimate.bytes).to.be.within(1000, 100_000);
  });

  it("changes nothing, whatever the query says", async () => {
    await run("CREATE TABLE IF NOT EXISTS precious AS SELECT 'F' AS sex, 1 AS y, 1 AS yhat");
    for (const sql of [
      "DROP TABLE precious",
      "INSERT INTO precious SELECT * FROM precious",
      "DELETE FROM precious",
      "TRUNCATE TABLE precious",
      "CREATE TABLE pwned AS SELECT 1 AS a",
      "CALL system.runtime.kill_query('x', 'y')",
      "SET SESSION query_max_run_time = '1h'",
      "COMMIT",
      "START TRANSACTION",
      "EXPLAIN ANALYZE DELETE FROM precious",
      "SHOW TABLES",
      "PREPARE p FROM DROP TABLE precious",
      "SELECT 1; DROP TABLE precious",
      "SELECT 1) AS a; COMMIT; DROP TABLE precious; SELECT * FROM (SELECT 1",
      "SELECT 1) AS a, (SELECT 2",
      "SELECT 1 /* */) AS a -- ",
      "SELECT * FROM TABLE(remote.system.query(query => 'DELETE FROM x RETURNING *'))",
      `SELECT * FROM TABLE(remote."system"."query" /* */ (query => 'DELETE FROM x RETURNING *'))`,
      "WITH FUNCTION f(x integer) RETURNS integer RETURN x SELECT f(1)",
    ]) {
      const error = await rejection(count(sql));
      expect(error, sql).to.be.instanceOf(InputError);
      expect(error.message, sql).to.match(/^sql: [^\n]*$/);
    }
    expect((await count("SELECT * FROM precious")).read).to.equal(1);
    // Even what only the engine is asked does not write.
    const direct = await rejection(work((engine) => engine.runGroupBy("CREATE TABLE pwned AS SELECT 1 AS a")));
    expect(direct.message).to.include("a query that only reads");
  });

  for (const [what, sql, words] of [
    ["an unknown table, with near matches", "SELECT * FROM presious", ["presious", 'did you mean "precious"']],
    ["an unknown column in the query", "SELECT sx FROM precious", ["'sx'", "COLUMN_NOT_FOUND"]],
    ["an unknown column of a flag, with near matches", "SELECT sex, y, 1 AS yhatt FROM precious", ['"yhatt"']],
    ["an error of syntax", "SELECT sex FRO precious WHERE", ["SYNTAX_ERROR", "in brackets"]],
    ["an error while it runs", "SELECT 'F' AS sex, 1 / (y - y) AS y, yhat FROM precious", ["DIVISION_BY_ZERO"]],
    ["columns of one name", "SELECT 'F' AS sex, 1 AS sex", ['one column "sex"', "in places 1 and 2"]],
    [
      "a column with far too many values",
      `SELECT a + b AS sex, 1 AS y, 1 AS yhat FROM ${many} AS t(a), UNNEST(sequence(0, 200000, 10000)) AS u(b)`,
      ["numbers"],
    ],
    ["a table that the user may not read", "SELECT * FROM hidden", ["PERMISSION_DENIED", "ask for the right"]],
  ] as const) {
    it(`refuses ${what}, in one line`, async () => {
      await run("CREATE TABLE IF NOT EXISTS hidden AS SELECT 'F' AS sex, 1 AS y, 1 AS yhat");
      const error = await rejection(count(sql));
      expect(error).to.be.instanceOf(InputError);
      for (const word of words) expect(error.message).to.include(word);
      expect(error.message).not.to.include("\n");
    });
  }

  it("ends a running query on a signal, here and in the server", async () => {
    const stop = new AbortController();
    const running = rejection(
      withTrino({ url: server().url, signal: stop.signal }, (engine) =>
        countOutcomesFrom({ sql: endless.replace("'F'", "'stopped'"), engine }, request),
      ),
    );
    await until("stopped", (states) => states.includes("RUNNING"));
    stop.abort();
    expect(await running).to.be.instanceOf(InterruptedError);
    await until("stopped", (states) => states.every((state) => state === "FAILED" || state === "FINISHED"));
    const late = withTrino({ url: server().url, signal: stop.signal }, () => Promise.resolve());
    expect(await rejection(late)).to.be.instanceOf(InterruptedError);
  });

  it("ends a query that takes too long, here and in the server", async () => {
    const error = await rejection(
      withTrino({ url: `${server().url}?query_max_run_time=2s` }, (engine) =>
        countOutcomesFrom({ sql: endless.replace("'F'", "'late'"), engine }, request),
      ),
    );
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("an answer in time").and.include("query_max_run_time=2h");
    await until("late", (states) => states.every((state) => state === "FAILED"));
  });

  it("says in one line that the server has no room for it", async () => {
    const sql = `SELECT CAST(a + 10000 * (b % 20) AS VARCHAR) AS sex, 1 AS y, 1 AS yhat FROM ${many} AS t(a), ${many} AS u(b)`;
    const error = await rejection(
      withTrino({ url: `${server().url}?query_max_memory=1MB` }, (engine) =>
        countOutcomesFrom({ sql, engine }, request),
      ),
    );
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.match(
      /^sql: expected a query that the server has room for, found [^\n]*MEMORY_LIMIT[^\n]*$/,
    );
  });

  it("counts in a catalog that promises nothing over several statements", async () => {
    await run(
      "CREATE TABLE IF NOT EXISTS careless.default.scored AS SELECT 'F' AS sex, 1 AS y, a AS w FROM (VALUES 1, 2) AS t(a)",
    );
    const url = server().url.replace("/memory/", "/careless/");
    const found = await withTrino({ url }, (engine) =>
      countOutcomesFrom({ sql: "SELECT *, y AS yhat FROM scored", engine }, { ...request, weight: "w" }),
    );
    expect(found.read).to.equal(2);
    const begun = await run(
      "SELECT query FROM system.runtime.queries WHERE query LIKE 'START TRANSACTION%READ UNCOMMITTED%'",
    );
    expect(begun).to.have.length(1);
  });

  it("refuses a table without rows, in one line", async () => {
    const error = await rejection(count(`SELECT 'F' AS sex, 1 AS y, 1 AS yhat FROM ${many} AS t(a) WHERE a < 0`));
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).not.to.include("\n");
  });

  it("waits no longer for a server that takes a connection and says nothing than it is told", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const url = `http://me@127.0.0.1:${(silent.address() as { readonly port: number }).port}/memory`;
    const error = await rejection(withTrino({ url, connectTimeout: 300 }, () => Promise.resolve()));
    silent.close();
    silent.closeAllConnections();
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.match(/expected an answer of the server, found none in time/);
  });

  it("leaves no transaction behind, after success and after errors", async () => {
    await count("SELECT * FROM precious");
    await rejection(count("SELECT * FROM nowhere"));
    expect(await run("SELECT count(*) FROM system.runtime.transactions WHERE idle_time_secs > 0")).to.deep.equal([[0]]);
  });

  it("says in one line why there is no connection, and never the password", async () => {
    const busy = createServer((_, answer) => answer.writeHead(401).end("Access Denied: Invalid credentials"));
    const plain = createServer((_, answer) => answer.end("<html>"));
    const ports: number[] = [];
    const gone = createServer();
    for (const other of [busy, plain, gone]) {
      await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
      ports.push((other.address() as { readonly port: number }).port);
    }
    gone.close();
    const cases: [string, RegExp][] = [
      ["http://me:hush@127.0.0.1:1/memory", /a connection, found bad port/],
      [`http://me:hush@127.0.0.1:${ports[2]}/memory`, /trino 127\.0\.0\.1:\d+: expected a server that listens/],
      ["https://me:hush@nowhere.invalid/memory", /a host that exists/],
      [`https://me:hush@${new URL(server().monitor).host}/memory`, /a connection/],
      [
        `http://me:hush@127.0.0.1:${ports[0]}/memory`,
        /a user whom the server lets in.*Invalid credentials.*TRINO_PASSWORD/,
      ],
      [`http://me:hush@127.0.0.1:${ports[1]}/memory`, /a Trino server/],
    ];
    for (const [wrong, words] of cases) {
      const error = await rejection(withTrino({ url: wrong }, () => Promise.resolve()));
      expect(error, wrong).to.be.instanceOf(InputError);
      expect(error.message, wrong).to.match(words).and.not.include("hush").and.not.include("\n");
    }
    busy.close();
    plain.close();
    for (const wrong of ["people.duckdb", "trino://me:hush@host", "http://me:hush@host/memory", "https://a:hush@[x"]) {
      const error = await rejection(withTrino({ url: wrong }, () => Promise.resolve()));
      expect(error, wrong).to.be.instanceOf(UsageError);
      expect(error.message).to.include("https://user@host:8443").and.not.include("hush");
    }
  });

  it("says in one line that the server went away in the middle", async () => {
    const own = await startTrino();
    const error = await rejection(
      withTrino({ url: own.url }, (engine) => {
        setTimeout(() => void own.stop(), 4000);
        return countOutcomesFrom({ sql: endless, engine }, request);
      }),
    );
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("a connection that lasts").and.not.include("\n");
  });
});
