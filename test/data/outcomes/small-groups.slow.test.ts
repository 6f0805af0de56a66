import { DuckDBInstance } from "@duckdb/node-api";
import { InputError, UsageError } from "@evenodds/core";
import { countOutcomesFrom, type GroupByEngine, type OutcomeRequest, type SqlCell } from "@evenodds/data";
import { duckEngine } from "@evenodds/data/internal";
import { expect } from "chai";
import fc from "fast-check";
import { rejection, tempFolder } from "../support/temp-graph.js";
import { account, cellsOf, countText } from "./support/counting.js";

/** F: 3 rows, M: 3 rows, X: 1 row, no sex: 1 row. */
const people = "sex,part,y,yhat\nF,a,1,1\nF,a,1,0\nF,b,0,0\nM,a,1,1\nM,a,0,1\nM,a,0,0\nX,a,1,1\n,a,0,0\n";
const request = { sensitive: ["sex"], label: "y", prediction: "yhat" } as const;

describe("countOutcomesFrom with minCell", () => {
  it("leaves out groups of fewer rows, and accounts for their rows", async () => {
    const counted = await countText(people, { ...request, minCell: 2 });
    expect(cellsOf(counted)).to.deep.equal({ "F 0→0": 1, "F 1→0": 1, "F 1→1": 1, "M 0→0": 1, "M 0→1": 1, "M 1→1": 1 });
    expect(account(counted.attributes[0]!.all)).to.deep.equal({ read: 8, used: 6, "small-group": 2 });
    expect(counted.read).to.equal(8);
    expect(counted.attributes[0]!.unknown).to.deep.equal([0]);
  });

  it("keeps a group of just so many rows, and a group of missing values where it is large enough", async () => {
    const at3 = await countText(people, { ...request, minCell: 3 });
    expect(account(at3.attributes[0]!.all)).to.deep.equal({ read: 8, used: 6, "small-group": 2 });
    const at1 = await countText(people, { ...request, minCell: 1 });
    expect(account(at1.attributes[0]!.all)).to.deep.equal({ read: 8, used: 7, "missing-attribute": 1 });
  });

  it("counts the combination of all attributes and the condition, whatever is crossed", async () => {
    const counted = await countText(people, { ...request, condition: "part", minCell: 2 });
    // F in b is one row.
    expect(account(counted.attributes[0]!.all)).to.deep.equal({ read: 8, used: 5, "small-group": 3 });
    expect(counted.attributes[0]!.within.map(({ level }) => level)).to.deep.equal(["a"]);
    expect(counted.withoutCondition).to.equal(0);
    const both = await countText(people, { ...request, sensitive: ["sex", "part"], minCell: 2 });
    for (const { all } of both.attributes) expect(account(all)).to.deep.equal({ read: 8, used: 5, "small-group": 3 });
  });

  it("adds up the rows of a group over all files", async () => {
    const folder = await tempFolder({ "a.csv": people, "b.csv": "sex,part,y,yhat\nX,a,0,0\n" });
    const files = { predictions: ["a.csv", "b.csv"], folder };
    const { attributes } = await countOutcomesFrom(files, { ...request, minCell: 2 });
    expect(account(attributes[0]!.all)).to.deep.equal({ read: 9, used: 8, "small-group": 1 });
  });

  it("counts the rows that lines of a table of counts stand for", async () => {
    const folder = await tempFolder({ "c.csv": "sex,y,yhat,count\nF,1,1,5\nM,1,1,1\nM,0,0,1\nX,0,0,1\nX,1,1,3\n" });
    const { attributes } = await countOutcomesFrom({ counts: "c.csv", folder }, { ...request, minCell: 3 });
    expect(account(attributes[0]!.all)).to.deep.equal({ read: 11, used: 9, "small-group": 2 });
  });

  it("takes the line of small groups that a statement has made", async () => {
    const text = "sex,y,yhat,small,count\nF,1,1,0,5\nM,0,0,0,4\n,,,1,7\n";
    const folder = await tempFolder({ "c.csv": text });
    const source = { counts: "c.csv", small: "small", folder };
    const { attributes, read } = await countOutcomesFrom(source, request);
    expect(account(attributes[0]!.all)).to.deep.equal({ read: 16, used: 9, "small-group": 7 });
    expect(read).to.equal(16);
    const again = await countOutcomesFrom(source, { ...request, minCell: 5 });
    expect(account(again.attributes[0]!.all)).to.deep.equal({ read: 16, used: 5, "small-group": 11 });
  });

  for (const mark of ["", "yes", "2"]) {
    it(`refuses ${JSON.stringify(mark)} for a mark of small groups`, async () => {
      const folder = await tempFolder({ "c.csv": `sex,y,yhat,small,count\nF,1,1,0,5\nM,0,0,${mark},4\n` });
      const error = await rejection(countOutcomesFrom({ counts: "c.csv", small: "small", folder }, request));
      expect(error).to.be.instanceOf(InputError);
      expect(error.message).to.include("1 in the line of small groups and 0 in all others");
    });
  }

  it("refuses what tells single rows apart, and numbers that are no size", async () => {
    const refused = async (asked: Partial<OutcomeRequest>) => {
      const error = await rejection(countText(people, { ...request, minCell: 2, ...asked }));
      expect(error).to.be.instanceOf(UsageError);
      return error.message;
    };
    expect(await refused({ prediction: undefined, score: "y", threshold: 1 })).to.include("scores");
    expect(await refused({ weight: "y" })).to.include("weights");
    expect(await refused({ cluster: "part" })).to.include("clusters");
    for (const minCell of [0, -1, 1.5, NaN, Infinity]) {
      expect(await refused({ minCell })).to.include("a whole number of 1 or more");
    }
  });

  it("says so where every group is too small", async () => {
    const error = await rejection(countText(people, { ...request, minCell: 100 }));
    expect(error.message).to.include("all 8 rows are in smaller ones");
  });

  /** Runs a request over a query in DuckDB and returns all cells that have left it. */
  async function watched(sql: string, asked: OutcomeRequest) {
    const left: SqlCell[] = [];
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    try {
      const engine = duckEngine(connection);
      const watching: GroupByEngine = {
        ...engine,
        runGroupBy: async (statement) => {
          const rows = await engine.runGroupBy(statement);
          for (const row of rows) left.push(...row);
          return rows;
        },
      };
      return { left, counted: await countOutcomesFrom({ sql, engine: watching }, asked) };
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  }

  it("lets no value of a small group leave the engine", async () => {
    const values = fc.constantFrom<string | null>("A", "B", "C", "D", null);
    const row = fc.tuple(values, values, fc.constantFrom("0", "1"), fc.constantFrom("0", "1"));
    const quoted = (value: string | null) => (value === null ? "CAST(NULL AS VARCHAR)" : `'${value}'`);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 12, maxLength: 40 }), async (rows) => {
        const listed = rows.map((cells) => `(${cells.map(quoted).join(", ")})`).join(", ");
        // So that one group is large whatever the others are.
        const large = `SELECT 'large' AS a, 'large' AS b, y, yhat FROM (VALUES ('0', '0'), ('1', '1'), ('1', '0')) AS v(y, yhat)`;
        const sql = `SELECT * FROM (VALUES ${listed}) AS t(a, b, y, yhat) UNION ALL ${large}`;
        const { left, counted } = await watched(sql, { ...request, sensitive: ["a", "b"], minCell: 3 });
        const sizes = new Map<string, number>();
        const groupOf = ([a, b]: (typeof rows)[number]) => JSON.stringify([a, b]);
        for (const one of rows) sizes.set(groupOf(one), (sizes.get(groupOf(one)) ?? 0) + 1);
        const isSmall = (one: (typeof rows)[number]) => sizes.get(groupOf(one))! < 3;
        const shown = new Set<string | null>(rows.filter((one) => !isSmall(one)).flatMap(([a, b]) => [a, b]));
        for (const value of ["A", "B", "C", "D"]) expect(left.includes(value), value).to.equal(shown.has(value));
        for (const { all } of counted.attributes) {
          expect(all.read).to.equal(rows.length + 3);
          expect(all.predictions.excluded["small-group"] ?? 0).to.equal(rows.filter(isSmall).length);
        }
      }),
      { numRuns: 60, seed: 3 },
    );
  });

  it("does the same where there are too many groups for one scan", async () => {
    // 400 × 300 combinations of 3 rows, and one row that stands alone.
    const sql =
      "SELECT 'a' || i % 400 AS a, 'b' || i // 400 % 300 AS b, CAST(i % 2 AS VARCHAR) AS y, '1' AS yhat FROM range(360000) AS t(i) " +
      "UNION ALL SELECT 'alone', 'b0', '1', '1'";
    const { left, counted } = await watched(sql, { ...request, sensitive: ["a", "b"], minCell: 3 });
    expect(left.includes("alone")).to.equal(false);
    for (const { all } of counted.attributes) {
      expect(account(all)).to.deep.equal({ read: 360001, used: 360000, "small-group": 1 });
    }
  });
});
