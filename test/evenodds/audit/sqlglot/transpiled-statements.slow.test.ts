import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { printedDialectNames, type PrintedDialectName } from "@evenodds/data";
import { auditTable, countingStatement, type AuditReport, type TableColumns } from "evenodds";
import { expect } from "chai";
import { countedCases, restOf, rowsSql } from "../../../support/counted-tables.js";
import { needsSqlglot, transpiled } from "./transpiled.js";

/** Graphs of the samples as tables of predictions: a feature stands for a prediction, so that there is one. */
const samples: Readonly<Record<string, { readonly sql: string; readonly options: TableColumns }>> = {
  nba: {
    sql: "SELECT *, CASE WHEN POINTS > 9 THEN 1 ELSE 0 END AS yhat FROM 'samples/nba/nba.csv'",
    options: {
      label: "SALARY",
      prediction: "yhat",
      sensitive: ["country", "AGE"],
      bins: { AGE: [24, 30] },
      cross: "all",
      missingValues: ["-1"],
    },
  },
};

describe("printed statements, by sqlglot", () => {
  const hasSqlglot = needsSqlglot();
  let folder: string;
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "transpiled-"));
    instance = await DuckDBInstance.create(":memory:");
    connection = await instance.connect();
    // What Snowflake calls a type, which DuckDB calls otherwise.
    await connection.run(
      "CREATE MACRO SYSTEM$TYPEOF(x) AS CASE typeof(x) WHEN 'DOUBLE' THEN 'FLOAT[DOUBLE]' WHEN 'FLOAT' THEN 'FLOAT[DOUBLE]' ELSE typeof(x) END",
    );
  });
  after(() => {
    connection.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true, force: true });
  });

  const cases = {
    ...Object.fromEntries(
      Object.entries(countedCases).map(([name, { table, options }]) => [name, { sql: rowsSql(table), options }]),
    ),
    ...samples,
  };
  const named = Object.entries(cases);

  for (const dialect of ["bigquery", "snowflake"] as const) {
    describe(`in ${dialect}`, () => {
      let inDuckDb: ReadonlyMap<string, string>;
      before(async () => {
        if (!hasSqlglot()) return;
        const statements = await Promise.all(
          named.map(async ([, { options }]) => (await countingStatement({ from: "counted", dialect }, options)).sql),
        );
        const texts = transpiled(statements.map((sql) => ({ dialect, sql })));
        inDuckDb = new Map(named.map(([name], i) => [name, texts[i]!]));
      });

      /** The audit of the transpiled statement's result. */
      async function brought(name: string, { sql, options }: (typeof cases)[string]): Promise<AuditReport> {
        await connection.run(`CREATE OR REPLACE TABLE counted AS ${sql}`);
        const { count, small, audit } = await countingStatement({ from: "counted", dialect }, options);
        const result = join(folder, "result.csv");
        await connection.run(`COPY (${inDuckDb.get(name)!}) TO '${result}'`);
        return auditTable({ counts: result, count, small }, { ...audit, draws: 100 });
      }

      for (const [name, given] of named) {
        if (dialect === "bigquery" && name === "decimals") continue;
        it(`give the counts of the query itself: ${name}`, async () => {
          const live = await auditTable({ sql: given.sql }, { ...given.options, draws: 100 });
          expect(restOf(await brought(name, given))).to.deep.equal(restOf(live));
        });
      }

      it("give decimals as the service writes them: BigQuery has no zeros at their end", async () => {
        const { attributes } = await brought("decimals", cases.decimals!);
        const levels = attributes[0]!.groups.map(({ group }) => group);
        expect(levels)
          .to.include(dialect === "bigquery" ? "1.5" : "1.50")
          .and.to.include("10000");
      });
    });
  }

  for (const dialect of printedDialectNames) {
    it(`parse as one SELECT in ${dialect}, whatever is asked for`, async () => {
      const statements = await Promise.all(
        named.map(
          async ([, { options }]) => (await countingStatement({ from: fromOf(dialect), dialect }, options)).sql,
        ),
      );
      expect(transpiled(statements.map((sql) => ({ dialect, sql })))).to.have.length(statements.length);
    });
  }
});

function fromOf(dialect: PrintedDialectName): string {
  return dialect === "bigquery" ? "`project-1.people.scored`" : "people.scored";
}
