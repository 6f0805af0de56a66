import { InterruptedError } from "@evenodds/core";
import { withTrino } from "@evenodds/data";
import { expect } from "chai";
import { fakeTrino, type FakeAnswer, type FakeTrino, type Sent } from "../../support/fake-trino.js";
import { rejection } from "../../support/temp-graph.js";

const begin = (level: string) => `START TRANSACTION ISOLATION LEVEL ${level}, READ ONLY`;
const query = "SELECT 7 AS n";
const done: FakeAnswer = { columns: [], data: [] };
const seven: FakeAnswer = { columns: ["n"], data: [[7]] };

/** Refuses queries in a transaction that promises to read the same twice. */
function answerOf({ sql, transaction }: Sent): FakeAnswer {
  if (sql !== query) return done;
  return transaction === "transaction 0" ? { error: "UNSUPPORTED_ISOLATION_LEVEL" } : seven;
}

/** All that is sent where nothing comes in between. */
const whole: readonly Sent[] = [
  { sql: begin("REPEATABLE READ"), transaction: "NONE" },
  { sql: query, transaction: "transaction 0" },
  { sql: "ROLLBACK", transaction: "transaction 0" },
  { sql: begin("READ UNCOMMITTED"), transaction: "NONE" },
  { sql: query, transaction: "transaction 3" },
  { sql: "ROLLBACK", transaction: "transaction 3" },
];

describe("withTrino where a catalog refuses the isolation level", () => {
  let server: FakeTrino | undefined;
  afterEach(() => server?.close());

  it("asks again in a transaction that promises less, and ends both", async () => {
    server = await fakeTrino(answerOf);
    const rows = await withTrino({ url: server.url }, (engine) => engine.runGroupBy(query));
    expect(rows).to.deep.equal([[7]]);
    expect(server.sent).to.deep.equal(whole);
  });

  it("says in one line what else is refused there", async () => {
    server = await fakeTrino((statement) => {
      return statement.transaction === "transaction 3" && statement.sql === query
        ? { error: "UNSUPPORTED_ISOLATION_LEVEL" }
        : answerOf(statement);
    });
    const error = await rejection(withTrino({ url: server.url }, (engine) => engine.runGroupBy(query)));
    expect(error.message).to.match(/^sql: .*UNSUPPORTED_ISOLATION_LEVEL/);
    expect(server.sent).to.deep.equal(whole);
  });

  for (const [number, { sql }] of whole.slice(0, 4).entries()) {
    it(`asks nothing more but an end after a signal during statement ${number + 1}, ${sql}`, async () => {
      const stop = new AbortController();
      server = await fakeTrino((statement) => {
        if (server!.sent.length === number + 1) stop.abort();
        return answerOf(statement);
      });
      const error = await rejection(
        withTrino({ url: server.url, signal: stop.signal }, (engine) => engine.runGroupBy(query)),
      );
      expect(error).to.be.instanceOf(InterruptedError);
      const later = server.sent.slice(number + 1).map((statement) => statement.sql);
      expect(later.filter((one) => one !== "ROLLBACK")).to.deep.equal([]);
      expect(server.sent.at(-1)!.sql).to.equal("ROLLBACK");
    });
  }
});
