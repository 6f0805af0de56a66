import { estimateOfPostgres, estimateOfSpark, estimateOfTrino } from "@evenodds/data/internal";
import { expect } from "chai";

describe("estimates of what is scanned", () => {
  it("adds up the tables in a plan of Spark", () => {
    const plan = [
      "== Optimized Logical Plan ==",
      "Aggregate [a#1], [a#1, count(1) AS n#2L], Statistics(sizeInBytes=9.9 GiB)",
      "+- Join Inner, Statistics(sizeInBytes=99.0 GiB)",
      "   :- Relation spark_catalog.default.px[a#1] parquet, Statistics(sizeInBytes=1.5 KiB, rowCount=1.00E+3)",
      "   +- RelationV2[b#3] local.db.t, Statistics(sizeInBytes=464.0 B, rowCount=24)",
      "",
      "== Physical Plan ==",
      "FileScan parquet, Relation x, Statistics(sizeInBytes=7.0 B)",
    ].join("\n");
    expect(estimateOfSpark(plan)).to.deep.equal({ bytes: 2000, rows: 1024 });
    const without = plan.replace(", rowCount=24", "").replace("464.0 B", "8.0 EiB");
    expect(estimateOfSpark(without)).to.deep.equal({ bytes: undefined, rows: undefined });
    expect(
      estimateOfSpark("== Optimized Logical Plan ==\nRange (0, 9), Statistics(sizeInBytes=72.0 B)\n\n"),
    ).to.deep.equal({ bytes: undefined, rows: undefined });
  });

  it("adds up the tables in a plan of Trino, and knows nothing where one is unknown", () => {
    const table = (rows: unknown, bytes: unknown) => ({ estimate: { outputRowCount: rows, outputSizeInBytes: bytes } });
    const plan = (...tables: unknown[]) => JSON.stringify({ inputTableColumnInfos: tables });
    expect(estimateOfTrino(plan(table(10, 50), table(5, 25)))).to.deep.equal({ rows: 15, bytes: 75 });
    expect(estimateOfTrino(plan(table(10, 50), table("NaN", 25)))).to.deep.equal({ rows: undefined, bytes: 75 });
    expect(estimateOfTrino(plan())).to.deep.equal({ rows: undefined, bytes: undefined });
  });

  it("adds up the rows of tables in a plan of PostgreSQL", () => {
    const scan = (rows: number) => ({ "Node Type": "Seq Scan", "Relation Name": "t", "Plan Rows": rows });
    const plan = [
      { Plan: { "Node Type": "Aggregate", "Plan Rows": 3, Plans: [scan(100), { "Plan Rows": 9, Plans: [scan(7)] }] } },
    ];
    expect(estimateOfPostgres(JSON.stringify(plan))).to.deep.equal({ rows: 107, bytes: undefined });
  });
});
