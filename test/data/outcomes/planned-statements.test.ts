import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { InputError } from "@evenodds/core";
import { countOutcomesFrom, plannedStatements, scoreHistogram, type OutcomeRequest } from "@evenodds/data";
import { duckEngine } from "@evenodds/data/internal";
import { expect } from "chai";
import { rejection } from "../support/temp-graph.js";

const sql = `SELECT CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, i % 3 AS age, i % 5 % 2 AS y, i % 7 % 2 AS yhat,
  i / 100.0 AS s, 1 + i % 2 AS w, i % 4 AS home FROM range(100) AS t(i)`;
const plain = { sensitive: ["sex", "age"], label: "y", prediction: "yhat" } as const;

describe("plannedStatements", () => {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  before(async () => {
    instance = await DuckDBInstance.create(":memory:");
    connection = await instance.connect();
  });
  after(() => {
    connection.closeSync();
    instance.closeSync();
  });

  /** What an audit runs, and what is planned without running it. */
  async function both(request: OutcomeRequest) {
    const run: string[] = [];
    const engine = duckEngine(connection);
    const watched = {
      ...engine,
      runGroupBy: (text: string) => {
        run.push(text);
        return engine.runGroupBy(text);
      },
    };
    const planned = await plannedStatements({ sql, engine: watched }, request);
    expect(run).to.deep.equal([]);
    await countOutcomesFrom({ sql, engine: watched }, request);
    const { label, score } = request;
    if (label !== undefined && score !== undefined) {
      await scoreHistogram({ sql, engine: watched }, { ...request, label, score });
    }
    return { planned, run };
  }

  for (const [what, request] of Object.entries<OutcomeRequest>({
    "predicted classes": plain,
    "classes without labels": { sensitive: ["sex"], prediction: "yhat" },
    "bins, a condition and crossed attributes": {
      ...plain,
      sensitive: ["sex", { column: "age", bins: [1] }],
      condition: "home",
      crossed: "all",
    },
    "groups of few rows": { ...plain, minCell: 5 },
    clusters: { ...plain, cluster: "home" },
  })) {
    it(`has the statements of ${what} as they are run`, async () => {
      const { planned, run } = await both(request);
      expect(planned.map((one) => one.sql)).to.deep.equal(run);
      expect(planned.every(({ isExample }) => !isExample)).to.equal(true);
    });
  }

  for (const [what, request] of Object.entries<OutcomeRequest>({
    weights: { ...plain, weight: "w" },
    "a score": { sensitive: ["sex"], label: "y", score: "s", threshold: 0.5 },
    "a weighted score": { sensitive: ["sex"], label: "y", score: "s", threshold: 0.5, weight: "w" },
  })) {
    it(`has the statements of ${what}, but for bounds where it says so`, async () => {
      const { planned, run } = await both(request);
      const texts = [...new Set(run)];
      expect(planned.length).to.be.within(2, 6);
      for (const one of planned) if (!one.isExample) expect(texts, one.what).to.include(one.sql);
      // Bounds alone differ: the same words in the same order.
      const words = (text: string) => text.replaceAll(/[\d.e+-]+/g, "#");
      for (const one of planned) expect(texts.map(words), one.what).to.include(words(one.sql));
    });
  }

  it("refuses what the audit refuses before it counts", async () => {
    const planned = (given: string, request: OutcomeRequest) => rejection(plannedStatements({ sql: given }, request));
    expect((await planned("SELECT 1; SELECT 2", plain)).message).to.include("one SELECT");
    const missing = await planned(sql, { ...plain, label: "yy" });
    expect(missing).to.be.instanceOf(InputError);
    expect(missing.message).to.include('"yy"');
  });
});
