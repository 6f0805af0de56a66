import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { auditTable, countingStatement, UsageError, type TableColumns } from "evenodds";
import { expect } from "chai";
import { rejection } from "../../data/support/temp-graph.js";
import { countedCases, restOf, rowsSql, type CountedCase } from "../../support/counted-tables.js";

describe("countingStatement", () => {
  let folder: string;
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "counting-"));
    instance = await DuckDBInstance.create(":memory:");
    connection = await instance.connect();
  });
  after(() => {
    connection.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The audit of a query, by itself and by way of the printed statement. */
  async function both({ table, options }: CountedCase, format: "csv" | "parquet") {
    const sql = rowsSql(table);
    const draws = { draws: 200 };
    const { sql: statement, count, small, audit } = await countingStatement({ sql, dialect: "duckdb" }, options);
    const result = join(folder, `result.${format}`);
    await connection.run(`COPY (${statement}) TO '${result}' (FORMAT ${format})`);
    return {
      live: await auditTable({ sql }, { ...options, ...draws }),
      brought: await auditTable({ counts: result, count, small }, { ...audit, ...draws }),
    };
  }

  for (const [name, given] of Object.entries(countedCases)) {
    for (const format of ["csv", "parquet"] as const) {
      it(`gives the report of the query itself: ${name}, as ${format}`, async () => {
        const { live, brought } = await both(given, format);
        expect(restOf(brought)).to.deep.equal(restOf(live));
      });
    }
  }

  const rows = (age: string, yhat = "'1'") =>
    `SELECT * FROM (VALUES ('F', '30', 1, '1'), ('M', '40', 0, '0'), ('M', ${age}, 1, ${yhat})) AS t(sex, age, y, yhat)`;
  const options = { label: "y", prediction: "yhat", sensitive: ["sex", "age"], bins: { age: [35] } };
  for (const [what, sql] of [
    ["a text among numbers", rows("'old'")],
    ["a text that is called like a bin", rows("'<35'")],
    ["an infinite number", rows("'inf'")],
    ["a missing prediction", rows("'1'", "NULL")],
    ["no rows", `${rows("'1'")} WHERE false`],
  ] as const) {
    it(`gives a result that an audit refuses as it would the query: ${what}`, async () => {
      const statement = await countingStatement({ sql, dialect: "duckdb" }, options);
      const result = join(folder, "refused.csv");
      await connection.run(`COPY (${statement.sql}) TO '${result}'`);
      await rejection(auditTable({ sql }, options));
      await rejection(auditTable({ counts: result }, statement.audit));
    });
  }

  it("refuses requests that one table of counts cannot answer", async () => {
    const refused = async (asked: TableColumns) =>
      (await rejection(countingStatement({ from: "t", dialect: "spark" }, asked))).message;
    const asked = { label: "y", prediction: "yhat", sensitive: ["age"] };
    expect(await refused({ ...asked, bins: { age: [3] }, given: "age" })).to.include("in two");
    expect(await refused({ ...asked, sensitive: ["age", "AGE"] })).to.include("in two");
    expect(await refused({ ...asked, prediction: "y" })).to.include("other than the label");
    expect(await refused({ ...asked, levels: { age: ["", "x"] } })).to.include("blank");
    expect(await refused({ ...asked, sensitive: ["a;b"] })).to.include(
      "names of columns that a console of Spark takes",
    );
    expect(await refused({ ...asked, sensitive: ["a\\"] })).to.include("names of columns");
  });

  it("takes the name of a table, and nothing more", async () => {
    const asked = { label: "y", prediction: "yhat", sensitive: ["sex"] };
    for (const from of ["scored", "main.people.scored", '"odd name".t', "`p-1.d.t`"]) {
      const { sql } = await countingStatement({ from, dialect: from.startsWith("`") ? "bigquery" : "duckdb" }, asked);
      expect(sql).to.include(`FROM (\nSELECT * FROM ${from}\n) AS source`);
    }
    for (const from of ["t, u", "t WHERE a", "(SELECT 1)", "", "a..b", "t -- x"]) {
      const error = await rejection(countingStatement({ from, dialect: "duckdb" }, asked));
      expect(error).to.be.instanceOf(UsageError);
    }
  });

  it("calls the counts something else where a column is called count", async () => {
    const { columns, count } = await countingStatement(
      { from: "t", dialect: "duckdb" },
      { label: "Count", prediction: "yhat", sensitive: ["count_of_rows"] },
    );
    expect(columns).to.deep.equal(["count_of_rows", "Count", "yhat", count]);
    expect(count).to.equal("count_of_rows_of_rows");
  });
});
