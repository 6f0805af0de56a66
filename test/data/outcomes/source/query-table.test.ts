import { writeFile } from "node:fs/promises";
import { InputError } from "@evenodds/core";
import { countOutcomesFrom, type GroupByEngine } from "@evenodds/data";
import { expect } from "chai";
import { rejection, removeTempFolders, tempFolder } from "../../support/temp-graph.js";
import { cellsOf, databaseFile, peopleCells, request } from "../support/counting.js";

after(removeTempFolders);

const values = "SELECT * FROM (VALUES ('F', 1, 1), ('F', 1, 0), ('F', 0, 0), ('M', 1, 1), ('M', 0, 1)) t(sex, y, yhat)";

describe("countOutcomesFrom with SQL", () => {
  it("groups a query over a database that it only reads", async () => {
    const db = await databaseFile(values);
    const counted = await countOutcomesFrom({ sql: "SELECT * FROM t -- all of it;\n;", db }, request);
    expect(cellsOf(counted)).to.deep.equal(peopleCells);
    expect(counted.name).to.equal("query");
    expect(counted.files).to.deep.equal([]);
    const error = await rejection(countOutcomesFrom({ sql: "DELETE FROM t RETURNING *", db }, request));
    expect(error).to.be.instanceOf(InputError);
    expect(cellsOf(await countOutcomesFrom({ sql: "FROM t", db }, request))).to.deep.equal(peopleCells);
  });

  it("groups a query without a database", async () => {
    expect(cellsOf(await countOutcomesFrom({ sql: values }, request))).to.deep.equal(peopleCells);
  });

  it("takes a name for one column alone, and reads a query whose other columns share names", async () => {
    const named = (name: string) => ({ sensitive: ["sex"], label: "y", prediction: name });
    for (const sql of [
      "SELECT 'F' AS sex, 1 AS y, 1 AS yhat, 0 AS d, 1 AS d",
      "SELECT * FROM (SELECT 'F' AS sex, 1 AS y, 1 AS yhat, 0 AS d) a, (SELECT 1 AS d) b",
    ]) {
      expect(cellsOf(await countOutcomesFrom({ sql }, named("yhat")))).to.deep.equal({ "F 1→1": 1 });
      const error = await rejection(countOutcomesFrom({ sql }, named("d")));
      expect(error.message).to.include('one column "d" in query').and.to.include("in places 4 and 5");
    }
    const capitals = "SELECT 'F' AS sex, 1 AS y, 0 AS d, 1 AS D";
    expect(cellsOf(await countOutcomesFrom({ sql: capitals }, named("D")))).to.deep.equal({ "F 1→1": 1 });
  });

  it("counts scores, bins, weights and conditions of a query", async () => {
    const sql = "SELECT 'F' AS sex, 40 AS age, 1 AS y, 0.5 AS s, 2.5 AS w, 'x' AS c";
    const counted = await countOutcomesFrom(
      { sql },
      {
        sensitive: [{ column: "age", bins: [30] }],
        label: "y",
        score: "s",
        threshold: 0.5,
        weight: "w",
        condition: "c",
      },
    );
    expect(cellsOf(counted)).to.deep.equal({ ">=30 1→1": 2.5 });
    expect(counted.attributes[0]!.within.map(({ level }) => level)).to.deep.equal(["x"]);
  });

  for (const [what, sql, words] of [
    ["an unknown table", "SELECT * FROM nowhere", ["sql", "nowhere"]],
    ["two statements", "SELECT 1; DROP TABLE t", ["sql", "one SELECT"]],
    ["an error while it runs", "SELECT 'F' AS sex, 1 AS y, error('stop')::VARCHAR AS yhat", ["sql", "stop"]],
    ["a mistyped column", "SELECT 'F' AS sex, 1 AS y, 1 AS yhatt", ["prediction column", '"yhatt"']],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const error = await rejection(countOutcomesFrom({ sql, db: await databaseFile(values) }, request));
      expect(error).to.be.instanceOf(InputError);
      for (const word of words) expect(error.message).to.include(word);
    });
  }

  it("refuses a file that is no database or is not there", async () => {
    const folder = await tempFolder({ "p.csv": "sex,y\n".repeat(1000) });
    const wrong = await rejection(countOutcomesFrom({ sql: "SELECT 1", db: `${folder}/p.csv` }, request));
    expect(wrong).to.be.instanceOf(InputError);
    expect(wrong.message).to.include("a DuckDB database");
    await writeFile(`${folder}/s.db`, Buffer.from("SQLite format 3\0".padEnd(4096, "\0")));
    const other = await rejection(countOutcomesFrom({ sql: "SELECT 1", db: `${folder}/s.db` }, request));
    expect(other).to.be.instanceOf(InputError);
    expect(other.message).to.include("found an SQLite database");
    const missing = await rejection(countOutcomesFrom({ sql: "SELECT 1", db: `${folder}/q.duckdb` }, request));
    expect(missing.message).to.include("nothing at this path");
  });

  it("asks another engine for groups only", async () => {
    const asked: string[] = [];
    const engine: GroupByEngine = {
      dialect: {
        name: (column) => `"${column}"`,
        doubleType: "DOUBLE PRECISION",
        wholeNumber: (double) => `CAST(${double} AS BIGINT)`,
        text: (value) => `${value}::text`,
        double: (value) => `${value}::float8`,
        isFinite: (double) => `${double} < 'Infinity'`,
        isSinglePrecision: () => false,
        wideInteger: "numeric(38, 0)",
      },
      describe: () => Promise.resolve(["sex", "y", "yhat"].map((name) => ({ name, type: "text" }))),
      runGroupBy: (sql) => {
        asked.push(sql);
        return Promise.resolve([
          ["F", "1", "0", 3],
          [null, "1", "1", 2],
        ]);
      },
    };
    const counted = await countOutcomesFrom({ sql: "SELECT * FROM people;", engine }, request);
    expect(cellsOf(counted)).to.deep.equal({ "F 1→0": 3 });
    expect(counted.read).to.equal(5);
    expect(asked).to.have.length(1);
    expect(asked[0]!.replace(/\s+/g, " ")).to.equal(
      'SELECT k0::text AS k0, k1::text AS k1, k2::text AS k2, CAST(m0 AS DOUBLE PRECISION) AS m0 FROM (SELECT "sex" AS k0, "y" AS k1, "yhat" AS k2, ' +
        "count(*) AS m0 FROM ( SELECT * FROM people ) AS source GROUP BY 1, 2, 3) AS counted ORDER BY 1 NULLS LAST, 2 NULLS LAST, 3 NULLS LAST, 4 NULLS LAST LIMIT 100001",
    );
  });
});
