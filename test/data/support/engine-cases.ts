import { countOutcomesFrom, scoreHistogram, type GroupByEngine, type OutcomeRequest } from "@evenodds/data";
import { duckEngine } from "@evenodds/data/internal";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect } from "chai";
import fc from "fast-check";
import { databaseFile } from "../outcomes/support/counting.js";

/** What the tests of every server say in words of its own. */
export interface EngineWords {
  /** A table of the whole numbers `i` from 1 to 20,000. */
  readonly numbers: string;
  /** Type of texts, of local times, and of numbers of 64 bits. */
  readonly text: string;
  readonly localTime: string;
  readonly double: string;
  readonly literal: (text: string) => string;
}

type Work = <T>(act: (engine: GroupByEngine) => Promise<T>) => Promise<T>;

export const duckWords: EngineWords = {
  numbers: "generate_series(1, 20000) AS numbers(i)",
  text: "TEXT",
  localTime: "TIMESTAMP",
  double: "DOUBLE",
  literal: (text) => `'${text.replaceAll("'", "''")}'`,
};

/** Returns the query of 20,000 rows with a column of every type and everything that can be missing. */
export const peopleIn = ({ numbers, text, double }: EngineWords) => `SELECT i AS id,
  CASE i % 5 WHEN 0 THEN 'F' WHEN 1 THEN ' F' WHEN 2 THEN 'Zoë' WHEN 3 THEN NULL ELSE 'NA' END AS name,
  9007199254740993 + i % 3 AS code,
  CAST((i % 4) * 0.25 AS DECIMAL(4, 2)) AS quarter,
  CASE WHEN i % 7 > 0 THEN i % 2 = 0 END AS flag,
  CASE WHEN i % 11 = 0 THEN CAST('NaN' AS ${double}) WHEN i % 11 < 6 THEN -0.5e0 ELSE 1e16 END AS real8,
  CAST(CAST(i % 3 AS REAL) / 10 AS REAL) AS real4,
  CAST(CASE i % 2 WHEN 0 THEN '2024-02-29' ELSE '1969-12-31' END AS DATE) AS day,
  20 + i % 60 AS age,
  CASE WHEN i % 13 > 0 THEN i % 2 END AS y,
  CAST((i % 17 + i % 2) % 2 AS ${text}) AS yhat,
  CAST(i * 7919 % 10007 AS ${double}) / 10007 AS fine,
  CASE WHEN i % 100 = 0 THEN 1e-200 ELSE CAST(i AS ${double}) / 20001 END AS many,
  CAST(1 + i % 9 AS ${double}) / 7 AS w,
  CAST(i % 400 AS ${text}) AS home,
  CASE WHEN i % 3 > 0 THEN i % 3 END AS part
  FROM ${numbers}`;

const groups: OutcomeRequest["sensitive"] = ["name", "code", "quarter", "flag", "real8", "real4", "day"];
const counted = { sensitive: groups, label: "y", prediction: "yhat" } as const;

const requests: Readonly<Record<string, OutcomeRequest>> = {
  "codes of every type": counted,
  "missing values as groups of their own": {
    ...counted,
    sensitive: ["name", "flag", "real8"].map((column) => ({ column, whenMissing: "own-group" as const })),
  },
  "bins of whole, double and single numbers": {
    ...counted,
    sensitive: [
      { column: "age", bins: [30, 50] },
      { column: "real8", bins: [0] },
      { column: "real4", bins: [0.1, 0.2] },
    ],
  },
  weights: { ...counted, weight: "w" },
  "groups of few rows withheld": { ...counted, sensitive: ["name", "part"], crossed: "all", minCell: 900 },
  clusters: { ...counted, sensitive: ["name"], cluster: "home" },
  "a condition and crossed attributes": {
    ...counted,
    sensitive: ["name", "flag"],
    crossed: "all",
    condition: "part",
    weight: "w",
  },
  "a score with a threshold": { sensitive: ["name"], label: "y", score: "fine", threshold: 0.5 },
  "predictions without labels": { sensitive: ["name"], prediction: "yhat" },
};

const histograms = [
  ["w", true],
  ["many", false],
] as const;

/** Declares the tests that a server counts whatever there is as DuckDB does, to the byte. */
export function countsLikeDuckDb(work: Work, words: EngineWords): void {
  let db = "";
  before(async () => (db = await databaseFile(peopleIn(duckWords))));
  const sql = peopleIn(words);

  for (const [what, wanted] of Object.entries(requests)) {
    it(`counts ${what} as DuckDB does, to the byte`, async () => {
      const duck = await countOutcomesFrom({ sql: "SELECT * FROM t", db }, wanted);
      const found = await work((engine) => countOutcomesFrom({ sql, engine }, wanted));
      expect(JSON.stringify(found)).to.equal(JSON.stringify(duck));
      expect(duck.attributes[0]!.all.used).to.be.above(1000);
    });
  }

  for (const [score, exact] of histograms) {
    it(`makes the same ${exact ? "exact" : "binned"} histogram, weighted`, async () => {
      const wanted = { sensitive: ["name", "flag"], label: "y", score, weight: "w" } as const;
      const duck = await scoreHistogram({ sql: "SELECT * FROM t", db }, wanted);
      const found = await work((engine) => scoreHistogram({ sql, engine }, wanted));
      expect(duck.exact).to.equal(exact);
      expect(JSON.stringify(found)).to.equal(JSON.stringify(duck));
    });
  }

  it("counts any table of texts as DuckDB does, or refuses it with the same words", async () => {
    const odd = [
      "F",
      " F",
      "f",
      "",
      " ",
      "NaN",
      "nan",
      "1",
      "1.0",
      "+1.",
      "1e0",
      "TRUE",
      "o'clock",
      'say "x"',
      "ß",
      "İ",
    ];
    const cell = fc.option(fc.constantFrom(...odd, "a\\b", "%", "_", "null", "日本", "e\u0301"), { nil: null });
    const row = fc.tuple(cell, fc.constantFrom("0", "1", "1.0", null), fc.constantFrom("0", "1", "+1"));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
        const wanted = { sensitive: ["a"], label: "y", prediction: "yhat" };
        const duck = await said(() => countOutcomesFrom({ sql: tableOf(rows, duckWords) }, wanted));
        const found = await work((engine) =>
          said(() => countOutcomesFrom({ sql: tableOf(rows, words), engine }, wanted)),
        );
        expect(found).to.equal(duck);
      }),
      { numRuns: 6, seed: 1 },
    );
  });

  for (const [type, values] of valuesOfTypes(words)) {
    it(`gives every ${type} the text and the double that DuckDB gives it`, async () => {
      const ask = async (engine: GroupByEngine, { text, literal }: EngineWords, named: string) => {
        const rows = values.map((value, i) => `(${i}, ${literal(value)})`).join(", ");
        const from = `(SELECT i, CAST(CAST(t AS ${text}) AS ${named}) AS v FROM (VALUES ${rows}) AS given(i, t)) AS source`;
        const described = (await engine.describe(`SELECT v FROM ${from}`))[0]!.type;
        const double = engine.dialect.double("v", described);
        const asked = [
          engine.dialect.text("v", described),
          `CASE WHEN ${engine.dialect.isFinite(double)} THEN ${double} END`,
        ];
        return engine.runGroupBy(`SELECT ${asked.join(", ")} FROM ${from} ORDER BY i`);
      };
      const word = (["localTime", "text", "double"] as const).find((name) => words[name] === type);
      const duckType = word === undefined ? type : duckWords[word];
      const duck = await inDuckDb((engine) => ask(engine, duckWords, duckType));
      const found = await work((engine) => ask(engine, words, type));
      expect(found).to.have.length(values.length);
      // DuckDB calls a text of a number too small for a double no number.
      const expected = duck.map((row, i) => (values[i] === "-1e-400" ? [values[i], -0] : row));
      const wrong = values.flatMap((_, i) => (same(found[i], expected[i]) ? [] : [[found[i], expected[i]]]));
      expect(wrong).to.deep.equal([]);
    });
  }
}

/** Numbers of every size, with those at which the spelling changes. */
const edges = [0, -0, 0.1, 0.5, 1e-4, 9.9e-5, 1e15, 1e16, 1.5e15, 999999.5, 1234567.5, 1e18, 123456789012345.6, 1e300];
const ordinary = fc.double({ min: -1e14, max: 1e14, noNaN: true });
const numbers = [
  ...edges,
  NaN,
  Infinity,
  -Infinity,
  // Java before 19 writes digits that nobody needs of the smallest numbers there are.
  ...fc
    .sample(fc.oneof(ordinary, fc.float(), fc.double({ noNaN: true })), { numRuns: 300, seed: 1 })
    .filter((number) => number === 0 || Math.abs(number) > 1e-300),
];
const singles = numbers.filter((n) => !(Math.abs(n) > 1e38) && (n === 0 || Math.abs(n) > 1e-37));
const texts = ["1", " 2.50 ", "+3", "-.5", "1e3", "1e400", "-1e-400", "1e99999", "x", "1,5", "1 2", "0x10", "1.", "."];

function valuesOfTypes({ text, localTime, double }: EngineWords): readonly (readonly [string, readonly string[]])[] {
  return [
    [double, numbers.map(String)],
    ["REAL", singles.map(String)],
    ["BIGINT", ["0", "-7", "9007199254740993", "9223372036854775807"]],
    ["DECIMAL(6, 2)", ["1", "1.5", "-0.25", "1000"]],
    ["DECIMAL(38, 18)", ["0", "0.000000000000000001", "-12345678901234567890.5"]],
    ["BOOLEAN", ["true", "false"]],
    [text, [" F", "Zoë", "ß", "", "1.50", "1d", "1f", "0x1p3", "Infinity", ...texts]],
    ["DATE", ["2024-02-29", "1969-12-31"]],
    [localTime, ["2024-02-29 12:00:00", "2024-02-29 12:00:00.5", "1969-12-31 23:59:59.000001"]],
  ];
}

async function inDuckDb<T>(act: (engine: GroupByEngine) => Promise<T>): Promise<T> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    return await act(duckEngine(connection));
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function tableOf(rows: readonly (readonly (string | null)[])[], { text, literal }: EngineWords): string {
  const cells = rows.map((row) => `(${row.map((cell) => (cell === null ? "NULL" : literal(cell))).join(", ")})`);
  const columns = ["a", "y", "yhat"].map((column) => `CAST(${column} AS ${text}) AS ${column}`);
  return `SELECT ${columns.join(", ")} FROM (VALUES ${cells.join(", ")}) AS given(a, y, yhat)`;
}

async function said(count: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await count());
  } catch (error) {
    return String(error);
  }
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
