import { DuckDBInstance } from "@duckdb/node-api";
import { withPostgres, type GroupByEngine } from "@evenodds/data";
import { duckEngine } from "@evenodds/data/internal";
import { expect } from "chai";
import fc from "fast-check";
import { withPostgresServer } from "../../../support/with-postgres-server.js";

/** Numbers of every size, with those at which the spelling changes. */
const edges = [0, -0, 0.1, 0.5, 1e-4, 9.9e-5, 1e15, 1e16, 1.5e15, 999999.5, 1234567.5, 1e18, 123456789012345.6, 1e300];
const ordinary = fc.double({ min: -1e14, max: 1e14, noNaN: true });
const numbers = [
  ...edges,
  NaN,
  Infinity,
  -Infinity,
  ...fc.sample(fc.oneof(ordinary, fc.float()), { numRuns: 500, seed: 1 }),
];
const texts = [
  "1",
  " 2.50 ",
  "+3",
  "-.5",
  "1e3",
  "1e400",
  "-1e-400",
  "1e99999",
  "",
  "x",
  "1,5",
  "1 2",
  "0x10",
  "1.",
  ".",
];

describe("postgresDialect", () => {
  const server = withPostgresServer();

  /** What both engines say of an expression over `values`, in their order. */
  async function both(
    values: readonly string[],
    type: string,
    express: (engine: GroupByEngine, type: string) => string,
  ) {
    const rows = values.map((value, i) => `(${i}, '${value}')`).join(", ");
    const ask = async (engine: GroupByEngine) => {
      const from = `(SELECT i, CAST(t AS ${type}) AS v FROM (VALUES ${rows}) AS given(i, t)) AS source`;
      const described = (await engine.describe(`SELECT v FROM ${from}`))[0]!.type;
      return (await engine.runGroupBy(`SELECT ${express(engine, described)} FROM ${from} ORDER BY i`)).map(
        (row) => row[0],
      );
    };
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const duck = await ask(duckEngine(connection));
    connection.closeSync();
    instance.closeSync();
    return { duck, postgres: await withPostgres({ url: server().url }, ask) };
  }

  for (const [type, values] of [
    ["DOUBLE PRECISION", numbers.map(String)],
    ["REAL", numbers.filter((n) => !(Math.abs(n) > 1e38) && (n === 0 || Math.abs(n) > 1e-37)).map(String)],
    ["BIGINT", ["0", "-7", "9007199254740993", "9223372036854775807"]],
    ["NUMERIC(6, 2)", ["1", "1.5", "-0.25", "1000"]],
    ["BOOLEAN", ["true", "false"]],
    ["TEXT", [" F", "Zoë", "ß", "", "1.50"]],
    ["DATE", ["2024-02-29"]],
  ] as const) {
    it(`writes every ${type} as DuckDB does`, async () => {
      const { duck, postgres } = await both(values, type, ({ dialect }, described) => dialect.text("v", described));
      expect(duck).to.have.length(values.length);
      values.forEach((value, i) => expect(postgres[i], value).to.equal(duck[i]));
    });
  }

  it("makes one level of 1.5 and 1.50, which are one group, where a numeric column has no scale", async () => {
    await withPostgres({ url: server().url }, async ({ dialect, describe, runGroupBy }) => {
      const sql = "SELECT * FROM (VALUES (1.50), (1.5), (2)) AS t(v)";
      const { type } = (await describe(sql))[0]!;
      const grouped = `SELECT ${dialect.text("v", type)}, CAST(count(*) AS DOUBLE PRECISION) FROM (${sql}) AS s GROUP BY v ORDER BY 1`;
      expect(await runGroupBy(grouped)).to.deep.equal([
        ["1.5", 2],
        ["2", 1],
      ]);
    });
  });

  for (const [type, values] of [
    ["DOUBLE PRECISION", numbers.map(String)],
    ["REAL", ["0.1", "NaN", "16777217"]],
    ["BIGINT", ["9007199254740993"]],
    ["NUMERIC(6, 2)", ["1.25"]],
    ["BOOLEAN", ["true", "false"]],
  ] as const) {
    it(`gives the double of every ${type} as DuckDB does`, async () => {
      const { duck, postgres } = await both(values, type, ({ dialect }, described) => dialect.double("v", described));
      expect(postgres).to.deep.equal(duck);
    });
  }

  it("gives the double of a text, and NULL for one that is not a finite number", async () => {
    const { duck, postgres } = await both(texts, "TEXT", ({ dialect }, type) => {
      const double = dialect.double("v", type);
      return `CASE WHEN ${dialect.isFinite(double)} THEN ${double} END`;
    });
    expect(postgres).to.deep.equal([1, 2.5, 3, -0.5, 1000, null, 0, null, null, null, null, null, null, 1, null]);
    texts.forEach((text, i) => {
      // DuckDB calls a number too small for a double no number.
      if (text !== "-1e-400") expect(duck[i], text).to.equal(postgres[i]);
    });
  });
});
