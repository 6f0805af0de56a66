import { createServer, type Server } from "node:net";
import { InputError, UsageError } from "@evenodds/core";
import { countOutcomesFrom, withPostgres } from "@evenodds/data";
import { expect } from "chai";
import { withPostgresServer } from "../../../support/with-postgres-server.js";
import { rejection } from "../../support/temp-graph.js";
import { request } from "../support/counting.js";

describe("withPostgres, connecting", () => {
  const server = withPostgresServer();

  it("says in one line why there is no connection, and never the password", async () => {
    const { port } = server();
    const cases: [string, RegExp][] = [
      [`postgres://reader:hush@127.0.0.1:${port}/postgres`, /reader@127.0.0.1:\d+\/postgres.*password.*PGPASSWORD/],
      [`postgres://reader@127.0.0.1:${port}/postgres`, /expected a password, found none.*PGPASSWORD/],
      [`postgres://owner:hush@127.0.0.1:${port}/nowhere`, /"nowhere" does not exist/],
      ["postgres://owner:hush@127.0.0.1:1/postgres", /a server that listens/],
      ["postgres://owner:hush@nowhere.invalid/postgres", /a host that exists/],
      ["postgres:///postgres?host=/nowhere&user=owner&password=hush", /a server that listens/],
    ];
    for (const [url, words] of cases) {
      const error = await rejection(withPostgres({ url }, () => Promise.resolve()));
      expect(error, url).to.be.instanceOf(InputError);
      expect(error.message).to.match(words).and.not.include("hush").and.not.include("\n");
    }
    for (const url of ["people.duckdb", "mysql://a:hush@b/c", "postgres://a:hush@b:99999999/c"]) {
      const error = await rejection(withPostgres({ url }, () => Promise.resolve()));
      expect(error, url).to.be.instanceOf(UsageError);
      expect(error.message).to.include("postgres://user@host/database").and.not.include("hush");
    }
  });

  it("waits no longer for a silent server than it is told", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const url = `postgres://owner@127.0.0.1:${portOf(silent)}/postgres`;
    const error = await rejection(withPostgres({ url, connectTimeout: 100 }, () => Promise.resolve()));
    silent.close();
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include("an answer of the server").and.include("timeout");
  });

  it("takes the password from the environment, and settings from the URL", async () => {
    const before = process.env.PGPASSWORD;
    process.env.PGPASSWORD = "secret";
    try {
      const url = `postgres://reader@127.0.0.1:${server().port}/postgres?statement_timeout=100`;
      const slow = { sql: "SELECT 'F' AS sex, 1 AS y, 1 AS yhat, pg_sleep(30)" };
      const error = await rejection(withPostgres({ url }, (engine) => countOutcomesFrom({ ...slow, engine }, request)));
      expect(error).to.be.instanceOf(InputError);
      expect(error.message).to.include("statement timeout").and.include("an answer in time");
    } finally {
      if (before === undefined) delete process.env.PGPASSWORD;
      else process.env.PGPASSWORD = before;
    }
  });
});

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen");
  return address.port;
}
