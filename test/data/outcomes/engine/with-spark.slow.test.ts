import { InputError, InterruptedError, UsageError } from "@evenodds/core";
import { countOutcomesFrom, withSpark, type GroupByEngine } from "@evenodds/data";
import { expect } from "chai";
import { sparkToken } from "../../../support/servers/spark-server.js";
import { withServer } from "../../../support/servers/with-server.js";
import { countsLikeDuckDb } from "../../support/engine-cases.js";
import { rejection, removeTempFolders } from "../../support/temp-graph.js";
import { request } from "../support/counting.js";

after(removeTempFolders);

/** More rows than anybody counts while a test waits. */
const endless = "SELECT 'F' AS sex, 1 AS y, CAST(id % 2 AS INT) AS yhat FROM range(100000000000000)";

describe("withSpark", function () {
  this.timeout(180_000);
  const server = withServer("spark");
  before(() => (process.env.SPARK_CONNECT_AUTHENTICATE_TOKEN = sparkToken));
  after(() => delete process.env.SPARK_CONNECT_AUTHENTICATE_TOKEN);

  const work = <T>(act: (engine: GroupByEngine) => Promise<T>) => withSpark({ url: server().url }, act);
  const count = (sql: string) => work((engine) => countOutcomesFrom({ sql, engine }, request));

  const runningJobs = async (): Promise<number> => {
    const ask = async (path: string) =>
      (await (await fetch(`${server().monitor}/api/v1/applications${path}`)).json()) as unknown[];
    const [application] = (await ask("")) as { readonly id: string }[];
    return (await ask(`/${application!.id}/jobs?status=running`)).length;
  };
  const until = async (reached: (jobs: number) => boolean) => {
    for (let tries = 0; !reached(await runningJobs()); tries++) {
      if (tries > 200) throw new Error("the number of running jobs does not change");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  countsLikeDuckDb(work, {
    numbers: "(SELECT id AS i FROM range(1, 20001)) AS numbers",
    text: "STRING",
    localTime: "TIMESTAMP_NTZ",
    double: "DOUBLE",
    // Single quotes are never escaped: a backslash before one is refused.
    literal: (text) => {
      const quote = text.includes("'") ? '"' : "'";
      return `${quote}${text.replaceAll("\\", "\\\\")}${quote}`;
    },
  });

  it("gives an instant the text of its time in UTC, whatever the time zone of the session", async () => {
    const sql = "SELECT TIMESTAMP '2024-06-01 00:00:00.5 Europe/Berlin' AS v";
    const found = await work(async ({ dialect, describe, runGroupBy }) => {
      const { type } = (await describe(sql))[0]!;
      return runGroupBy(`SELECT ${dialect.text("v", type)} FROM (${sql}) AS source`);
    });
    expect(found).to.deep.equal([["2024-05-31 22:00:00.5+00"]]);
  });

  it("refuses a column of bytes, lists and the like that is to be counted, and no other", async () => {
    const columns = ["binary('a')", "array(1)", "map(1, 2)", "struct(1)", "INTERVAL 1 DAY"];
    for (const column of columns) {
      const error = await rejection(count(`SELECT ${column} AS sex, 1 AS y, 1 AS yhat`));
      expect(error, column).to.be.instanceOf(InputError);
      expect(error.message).to.match(/sensitive column: .*found "sex" of type/);
      expect((await count(`SELECT 'F' AS sex, 1 AS y, 1 AS yhat, ${column} AS other`)).read).to.equal(1);
    }
  });

  it("reads names with backticks, dots and capitals as they stand", async () => {
    const sql = "SELECT 'F' AS `a``b.C`, 1 AS `Y`, 1 AS `y hat`";
    const found = await work((engine) =>
      countOutcomesFrom({ sql, engine }, { sensitive: ["a`b.C"], label: "Y", prediction: "y hat" }),
    );
    expect(found.read).to.equal(1);
    const near = await rejection(count("SELECT 'F' AS sex, 1 AS Y, 1 AS yhat"));
    expect(near.message).to.include('did you mean "Y"');
  });

  it("asks once for each count that is needed, and leaves no session behind", async () => {
    const asked: string[] = [];
    const found = await work((engine) =>
      countOutcomesFrom(
        {
          sql: "SELECT 'F' AS sex, id % 2 AS y, id % 3 % 2 AS yhat FROM range(100)",
          engine: { ...engine, runGroupBy: (sql) => (asked.push(sql), engine.runGroupBy(sql)) },
        },
        request,
      ),
    );
    expect([asked.length, found.read]).to.deep.equal([1, 100]);
    await until((jobs) => jobs === 0);
  });

  it("tells how much a statement would read", async () => {
    await work((engine) =>
      engine.runGroupBy("CREATE TABLE IF NOT EXISTS precious AS SELECT 'F' AS sex, 1 AS y, 1 AS yhat"),
    );
    const estimate = await work((engine) => engine.estimate!("SELECT sex, count(*) FROM precious GROUP BY 1"));
    expect(estimate.bytes).to.be.within(100, 5000);
    expect(await work((engine) => engine.estimate!("SELECT 1"))).to.deep.equal({ rows: undefined, bytes: undefined });
  });

  it("refuses to go on where the table changes between two statements", async () => {
    const error = await rejection(
      work((engine) => {
        let read = 0;
        const growing: GroupByEngine = {
          ...engine,
          runGroupBy: (sql) => engine.runGroupBy(sql.replaceAll("range(100)", `range(${100 + read++})`)),
        };
        const sql = "SELECT 'F' AS sex, id % 2 AS y, id % 3 % 2 AS yhat, id AS w FROM range(100)";
        return countOutcomesFrom({ sql, engine: growing }, { ...request, weight: "w" });
      }),
    );
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("100 of them").and.include("101");
  });

  it("changes nothing, whatever the query says", async () => {
    await work((engine) =>
      engine.runGroupBy("CREATE TABLE IF NOT EXISTS precious AS SELECT 'F' AS sex, 1 AS y, 1 AS yhat"),
    );
    const row = (value: string) => `SELECT ${value} AS sex, 1 AS y, 1 AS yhat`;
    for (const sql of [
      "DROP TABLE precious",
      "INSERT INTO precious SELECT * FROM precious",
      "FROM precious INSERT INTO precious SELECT *",
      "INSERT OVERWRITE precious SELECT 'x', 1, 1",
      "TRUNCATE TABLE precious",
      "CREATE TABLE pwned AS SELECT 1",
      "CACHE TABLE precious",
      "SET spark.sql.ansi.enabled=false",
      "ADD JAR 'x.jar'",
      "EXPLAIN SELECT 1",
      "SELECT 1; DROP TABLE precious",
      "SELECT 1) AS a; DROP TABLE precious; SELECT * FROM (SELECT 1",
      "SELECT 1) AS a, (SELECT 2",
      "SELECT 1 /* */) AS a -- ",
      "BEGIN DROP TABLE precious; END",
      row("reflect('java.lang.System', 'getProperty', 'user.home')"),
      row("java_method('java.util.UUID', 'randomUUID')"),
      row("`reflect` /* */ ('java.util.UUID', 'randomUUID')"),
      row("concat('--', reflect('java.util.UUID', 'randomUUID'))"),
      row("IDENTIFIER('ref' || 'lect')('java.util.UUID', 'randomUUID')"),
      "SELECT TRANSFORM(sex, y, yhat) USING 'cat' AS (sex, y, yhat) FROM precious",
      "SELECT * FROM (SELECT TRANSFORM(sex, y, yhat) USING 'cat' AS (sex, y, yhat) FROM precious)",
    ]) {
      const error = await rejection(count(sql));
      expect(error, sql).to.be.instanceOf(InputError);
      expect(error.message, sql).to.match(/^sql: [^\n]*$/);
    }
    expect((await count("SELECT * FROM precious")).read).to.equal(1);
    expect((await count(row("'reflect(1)'"))).read).to.equal(1);
  });

  for (const [what, sql, words] of [
    ["an unknown table, with near matches", "SELECT * FROM presious", ["`presious`", 'did you mean "precious"']],
    ["an unknown column in the query", "SELECT sx FROM precious", ["`sx`", "`sex`"]],
    ["an unknown column of a flag, with near matches", "SELECT sex, y, 1 AS yhatt FROM precious", ['"yhatt"']],
    ["an error of syntax", "SELECT sex FRO precious WHERE", ["PARSE_SYNTAX_ERROR"]],
    ["an error while it runs", "SELECT 'F' AS sex, 1 / (y - y) AS y, yhat FROM precious", ["DIVIDE_BY_ZERO"]],
    ["columns of one name", "SELECT 'F' AS sex, 1 AS sex", ['one column "sex"', "in places 1 and 2"]],
    ["a column with far too many values", "SELECT id AS sex, 1 AS y, 1 AS yhat FROM range(200000)", ["numbers"]],
  ] as const) {
    it(`refuses ${what}, in one line`, async () => {
      const error = await rejection(count(sql));
      expect(error).to.be.instanceOf(InputError);
      for (const word of words) expect(error.message).to.include(word);
      expect(error.message).not.to.include("\n");
    });
  }

  it("ends a running query on a signal, here and in the server", async () => {
    const stop = new AbortController();
    const running = withSpark({ url: server().url, signal: stop.signal }, (engine) =>
      countOutcomesFrom({ sql: endless, engine }, request),
    );
    const ended = rejection(running);
    await until((jobs) => jobs > 0);
    stop.abort();
    expect(await ended).to.be.instanceOf(InterruptedError);
    await until((jobs) => jobs === 0);
    const late = withSpark({ url: server().url, signal: stop.signal }, () => Promise.resolve());
    expect(await rejection(late)).to.be.instanceOf(InterruptedError);
  });

  it("runs no statement after a signal, and none that was on its way when it came", async () => {
    for (const first of ["before", "after"] as const) {
      const stop = new AbortController();
      const running = withSpark({ url: server().url, signal: stop.signal }, (engine) => {
        if (first === "before") stop.abort();
        const counted = engine.runGroupBy(endless);
        if (first === "after") stop.abort();
        return counted;
      });
      expect(await rejection(running), first).to.be.instanceOf(InterruptedError);
      await until((jobs) => jobs === 0);
    }
  });

  it("ends a query that takes too long, here and in the server", async () => {
    const error = await rejection(
      withSpark({ url: `${server().url}/;timeout=2` }, (engine) =>
        countOutcomesFrom({ sql: endless, engine }, request),
      ),
    );
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("an answer in time").and.include(";timeout=3600");
    await until((jobs) => jobs === 0);
  });

  it("says in one line why there is no connection, and never the token", async () => {
    const { url } = server();
    const cases: [string, RegExp][] = [
      [`${url}/;token=hush`, /127\.0\.0\.1:\d+: expected a token that the server takes/],
      ["sc://127.0.0.1:1/;token=hush", /a server that listens/],
      ["sc://nowhere.invalid/;token=hush", /a host that exists/],
      [`sc://${new URL(server().monitor).host}/;token=hush`, /a Spark Connect server|a connection/],
      [`${url}/;token=hush;use_ssl=true`, /a Spark Connect server/],
    ];
    for (const [wrong, words] of cases) {
      const error = await rejection(withSpark({ url: wrong }, () => Promise.resolve()));
      expect(error, wrong).to.be.instanceOf(InputError);
      expect(error.message, wrong).to.match(words).and.not.include("hush").and.not.include("\n");
    }
    for (const wrong of ["people.duckdb", "sc://me:hush@host", "sc://host:99/;hush", "sc://host/;token=%hush"]) {
      const error = await rejection(withSpark({ url: wrong }, () => Promise.resolve()));
      expect(error, wrong).to.be.instanceOf(UsageError);
      expect(error.message).to.include("sc://host:15002").and.not.include("hush");
    }
  });
});
