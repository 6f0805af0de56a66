import { connect, createServer, type Server, type Socket } from "node:net";
import { InputError, InterruptedError } from "@evenodds/core";
import { countOutcomesFrom, withPostgres, type GroupByEngine } from "@evenodds/data";
import { expect } from "chai";
import { Client } from "pg";
import { withPostgresServer } from "../../../support/with-postgres-server.js";
import { countsLikeDuckDb, duckWords, peopleIn, type EngineWords } from "../../support/engine-cases.js";
import { rejection, removeTempFolders } from "../../support/temp-graph.js";
import { databaseFile, request } from "../support/counting.js";

const words: EngineWords = {
  numbers: "generate_series(1, 20000) AS numbers(i)",
  text: "TEXT",
  localTime: "TIMESTAMP",
  double: "DOUBLE PRECISION",
  literal: duckWords.literal,
};
const people = peopleIn(words);
const counted = { sensitive: ["name", "flag"], label: "y", prediction: "yhat" } as const;

after(removeTempFolders);

describe("withPostgres", () => {
  const server = withPostgresServer();
  let db = "";
  before(async () => (db = await databaseFile(peopleIn(duckWords))));
  beforeEach(async () => server().run(`CREATE TABLE IF NOT EXISTS t AS ${people}`));

  const work = <T>(act: (engine: GroupByEngine) => Promise<T>) => withPostgres({ url: server().url }, act);
  const sessions = async () => {
    const client = new Client({ connectionString: server().url });
    await client.connect();
    const { rows } = await client.query<{ n: string }>(
      "SELECT count(*) AS n FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    await client.end();
    return Number(rows[0]!.n);
  };
  const noSessions = async () => {
    for (let tries = 0; (await sessions()) > 0; tries++) {
      if (tries > 100) throw new Error("a connection is still open");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  countsLikeDuckDb(work, words);

  it("joins tables within the query", async () => {
    await server().run(
      "CREATE TABLE IF NOT EXISTS who AS SELECT id, name FROM t; CREATE TABLE IF NOT EXISTS truth AS SELECT id, y FROM t",
    );
    const sql =
      "WITH scored AS (SELECT id, yhat FROM t WHERE id % 3 > 0)\n" +
      "SELECT who.name, truth.y, scored.yhat FROM scored JOIN who USING (id) JOIN truth USING (id) ORDER BY 1 -- all\n;";
    const wanted = { sensitive: ["name"], label: "y", prediction: "yhat" };
    const duck = await countOutcomesFrom({ sql: "SELECT name, y, yhat FROM t WHERE id % 3 > 0", db }, wanted);
    const joined = await work((engine) => countOutcomesFrom({ sql, engine }, wanted));
    expect(JSON.stringify(joined)).to.equal(JSON.stringify(duck));
    expect(joined.read).to.equal(13334);
  });

  it("asks once for each count that is needed, and receives groups, not rows", async () => {
    const asked: string[] = [];
    const watched = (engine: GroupByEngine): GroupByEngine => ({
      ...engine,
      runGroupBy: (sql) => {
        asked.push(sql);
        return engine.runGroupBy(sql);
      },
    });
    const wire = await countingProxy(server().port);
    const url = server().url.replace(String(server().port), String(wire.port));
    const plain = { sensitive: ["flag"], label: "y", prediction: "yhat" };
    await withPostgres({ url }, (engine) =>
      countOutcomesFrom({ sql: "SELECT * FROM t", engine: watched(engine) }, plain),
    );
    wire.close();
    expect(asked).to.have.length(1);
    // A row of 14 columns takes more than 80 bytes: 20,000 of them would be over a million.
    expect(wire.received()).to.be.within(100, 6000);
  });

  it("tells how many rows a statement would read", async () => {
    await server().run("ANALYZE t");
    const estimate = await work((engine) => engine.estimate!("SELECT name, count(*) FROM t GROUP BY 1"));
    expect(estimate).to.deep.equal({ rows: 20_000, bytes: undefined });
  });

  it("closes its connection after success and after errors", async () => {
    await work((engine) => countOutcomesFrom({ sql: "SELECT * FROM t", engine }, counted));
    await noSessions();
    await rejection(work(() => Promise.reject(new Error("stop"))));
    await rejection(work((engine) => countOutcomesFrom({ sql: "SELECT * FROM nowhere", engine }, counted)));
    await noSessions();
  });

  it("changes nothing, whatever the query says", async () => {
    await server().run("CREATE TABLE IF NOT EXISTS precious AS SELECT 'F' AS sex, 1 AS y, 1 AS yhat");
    await server().run(
      "CREATE OR REPLACE FUNCTION spoil() RETURNS text LANGUAGE plpgsql AS $$ BEGIN DELETE FROM precious; RETURN 'F'; END $$",
    );
    for (const sql of [
      "DELETE FROM precious RETURNING *",
      "WITH gone AS (DELETE FROM precious RETURNING *) SELECT * FROM gone",
      "SELECT 1; DROP TABLE precious",
      "SELECT 1) AS a; COMMIT; DROP TABLE precious; SELECT * FROM (SELECT 1",
      "SELECT spoil() AS sex, 1 AS y, 1 AS yhat",
    ]) {
      const error = await rejection(work((engine) => countOutcomesFrom({ sql, engine }, request)));
      expect(error, sql).to.be.instanceOf(InputError);
      expect(error.message).to.match(/^sql: /);
    }
    const left = await work((engine) => countOutcomesFrom({ sql: "SELECT * FROM precious", engine }, request));
    expect(left.read).to.equal(1);
  });

  it("sees one state of the database", async () => {
    await server().run("DROP TABLE IF EXISTS moving; CREATE TABLE moving AS SELECT 'F' AS sex, 1 AS y, 1 AS yhat");
    const read = await work(async (engine) => {
      const count = async () => (await countOutcomesFrom({ sql: "SELECT * FROM moving", engine }, request)).read;
      const before = await count();
      await server().run("INSERT INTO moving SELECT * FROM moving");
      return [before, await count()];
    });
    expect(read).to.deep.equal([1, 1]);
  });

  for (const [what, sql, words] of [
    [
      "an unknown table, with near matches",
      "SELECT * FROM presious",
      ['relation "presious"', 'did you mean "precious"'],
    ],
    ["an unknown column in the query, with near matches", "SELECT nam FROM t", ['column "nam"', '"t.name"']],
    ["an unknown column of a flag, with near matches", "SELECT name AS sex, y, yhat AS yhatt FROM t", ['"yhatt"']],
    ["what is no SELECT", "EXPLAIN SELECT 1", ["one SELECT", "syntax error", "in brackets"]],
    ["an error while it runs", "SELECT 'F' AS sex, 1 / (y - y) AS y, yhat FROM t", ["division by zero"]],
    ["columns of one name", "SELECT 'F' AS sex, 1 AS sex", ['one column "sex"', "in places 1 and 2"]],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const error = await rejection(work((engine) => countOutcomesFrom({ sql, engine }, request)));
      expect(error).to.be.instanceOf(InputError);
      for (const word of words) expect(error.message).to.include(word);
    });
  }

  it("ends a running query on a signal, here and in the server", async () => {
    const stop = new AbortController();
    const slow = "SELECT 'F' AS sex, 1 AS y, 1 AS yhat FROM generate_series(1, 1000000000)";
    const running = withPostgres({ url: server().url, signal: stop.signal }, (engine) => {
      setTimeout(() => stop.abort(), 200);
      return countOutcomesFrom({ sql: slow, engine }, request);
    });
    expect(await rejection(running)).to.be.instanceOf(InterruptedError);
    await noSessions();
    const late = withPostgres({ url: server().url, signal: stop.signal }, () => Promise.resolve());
    expect(await rejection(late)).to.be.instanceOf(InterruptedError);
  });
});

/** Passes everything on to `port` and counts the bytes that come back. */
async function countingProxy(port: number) {
  let bytes = 0;
  const sockets: Socket[] = [];
  const proxy = createServer((client) => {
    const server = connect(port, "127.0.0.1");
    sockets.push(client, server);
    for (const socket of [client, server]) socket.on("error", () => undefined);
    server.on("data", (data) => (bytes += data.length));
    client.pipe(server);
    server.pipe(client);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => proxy.once("listening", resolve));
  return {
    port: portOf(proxy),
    received: () => bytes,
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      proxy.close();
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen");
  return address.port;
}
