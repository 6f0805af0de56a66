import { InputError } from "@evenodds/core";
import { checkSelect, queryAsTable, readSelectIn, sqlLexes } from "@evenodds/data/internal";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { expect } from "chai";
import fc from "fast-check";

type Dialect = keyof typeof sqlLexes;
const dialects = Object.keys(sqlLexes) as Dialect[];

/** Queries that people write, in every dialect. */
const honest = [
  "SELECT 1",
  "  SELECT 1 ;\n ; ",
  "select y, yhat, sex from scored where year = 2025 -- the last one",
  "SELECT 'it''s', \"odd name\", 'two\nlines' /* don't */ FROM t -- (",
  "(SELECT a FROM t) UNION ALL (SELECT b FROM u) ORDER BY 1",
  "WITH x AS (SELECT a FROM t), y AS (SELECT a FROM x) SELECT * FROM y JOIN x USING (a)",
  "/* first */ -- then\nSELECT a::text, ARRAY[1, 2][1], f(a)[0] FROM t QUALIFY row_number() OVER (PARTITION BY a ORDER BY b) = 1",
  "SELECT /*+ BROADCAST(t), x(1) */ a - -1, a--\n, b FROM t",
  "SELECT '\\\\', '\\d+\\n', 'C:\\\\dir\\\\' FROM t",
  "SELECT 'reflect(1)', reflect, query, \"execute\" FROM t JOIN u USING (a) -- reflect(1)",
  "SELECT update, replace(a, 'x', 'y'), t.into, * EXCEPT (a) REPLACE (b AS c) FROM t",
  "SELECT 'ü\u{1f600}' AS ü, 1.5e-3, .5, a % 2, a <> b, a || 'R&D' FROM straße",
];

/** More of them, by dialect. */
const own: Readonly<Partial<Record<Dialect, readonly string[]>>> = {
  spark: [
    "SELECT `odd name`, `a``b`, \"x\", r'\\d', a:b FROM delta.`/p`",
    "SELECT map('k', 1)['k'] FROM t LATERAL VIEW explode(a) e AS x",
  ],
  databricks: ["SELECT raw:user.name::string, col:['k'] FROM main.`sales-eu`.t"],
  trino: ["SELECT U&'\\00e4', TRY(a), map(ARRAY['k'], ARRAY[1]) FROM hive.x.t TABLESAMPLE BERNOULLI (10)"],
  bigquery: ["SELECT a, r'\\d+' FROM `p-1.d.t` # all of it (\nWHERE b", "SELECT AS STRUCT 1 AS a, [1, 2][OFFSET(0)]"],
  snowflake: [
    "SELECT $$it's a ' quote$$, v:a.b[0]::string, col$1 FROM t // all (\nWHERE a ILIKE 'x%'",
    'SELECT v:"a" FROM t AT (OFFSET => -60)',
  ],
  postgres: [
    "SELECT $$a ' b$$, $x$ $$ ' $x$, a -> 'k' ->> 'l', a # 1, a @> b FROM t",
    "SELECT a FROM t WHERE b ~ '^\\s'",
  ],
};

/** Texts that are not one SELECT or not one whole, and words of what is found. */
const refused: readonly (readonly [string, string])[] = [
  ["", "no statement"],
  [" ; ; ", "no statement"],
  ["-- SELECT 1", "no statement"],
  ["/* SELECT 1 */", "no statement"],
  ["()", "no SELECT"],
  ["SELECT 1; SELECT 2", "more than one statement"],
  ["SELECT 1; DROP TABLE t;", "more than one statement"],
  ["SELECT 1) AS source; DROP TABLE t; SELECT * FROM (SELECT 1", "more than one statement"],
  ["SELECT ';' AS a", "semicolon"],
  ["SELECT 1 -- a; b\n, 2", "semicolon"],
  ["SELECT 1) AS a, (SELECT 2", "closes nothing"],
  ["SELECT 1) AS source --", "closes nothing"],
  ["SELECT (1]", "closes nothing"],
  ["SELECT (1", "never closed"],
  ["SELECT [1", "never closed"],
  ["SELECT 1 /*", "never closed"],
  ["SELECT 'a", "never closed"],
  ['SELECT "a', "never closed"],
  ["SELECT '\\', ') AS source, t -- '", "backslash before a quote"],
  ['SELECT "\\", ") AS source, t -- "', "backslash before a quote"],
  ["SELECT r'\\' ) AS source, t -- '", "backslash before a quote"],
  ["SELECT e'\\' ) AS source, t -- '", "backslash before a quote"],
  ["SELECT '\\\\\\' ) AS source, t -- '", "backslash before a quote"],
  ["SELECT 1 /* /* */ ) AS source -- */", "comment in a comment"],
  ["SELECT 1 /*+ f('*/') AS source -- ') */", "hint"],
  ["SELECT 1 /*! ) AS source -- */", "hint"],
  ["SELECT 1 -- \\\n) AS source", "backslash"],
  ["SELECT 1 -- \\\r\n) AS source", "backslash"],
  ["SELECT 1 -- \r) AS source", "line end"],
  ["SELECT 1 -- \u2028) AS source", "line end"],
  ["SELECT 1 -- \u0085) AS source", "line end"],
  ["SELECT 1\0; DROP TABLE t", "NUL"],
  ["SELECT 1\u0008\u0008", "control"],
  ["SELECT 'a\u202e' FROM t", "order in which others are shown"],
  ["SELECT 1 \\! rm x", "backslash outside quotes"],
  ["SELECT 1\n!rm x", "begins with"],
  ["SELECT '\n  !rm x'", "begins with"],
  ["SELECT ?", "parameter"],
  ["SELECT a FROM t WHERE b = :name", "parameter"],
  ["SELECT @name", "parameter"],
  ["SELECT @@version", "parameter"],
  ["SELECT $1", "parameter"],
  ["SELECT '${env:SECRET}'", "variable"],
  ["SELECT '{{ secret }}'", "variable"],
  ["SELECT 1 INTO t", "INTO"],
  ["WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x", "no SELECT: INSERT"],
  ["WITH x AS (SELECT 1) INSERT OVERWRITE t SELECT * FROM x", "no SELECT: INSERT"],
  ["WITH x AS (SELECT 1) FROM x INSERT OVERWRITE t SELECT *", "OVERWRITE"],
  ["WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone", "no SELECT: DELETE"],
  ["WITH x AS (SELECT 1) MERGE INTO t USING x ON a = b WHEN MATCHED THEN DELETE", "no SELECT: MERGE"],
  ...[
    ...[
      "INSERT INTO t VALUES (1)",
      "UPDATE t SET a = 1",
      "DELETE FROM t",
      "DROP TABLE t",
      "CREATE TABLE u AS SELECT 1",
    ],
    ...[
      "MERGE INTO t USING u ON a = b WHEN MATCHED THEN DELETE",
      "TRUNCATE TABLE t",
      "CALL f()",
      "GRANT ALL ON t TO u",
    ],
    ...[
      "EXPLAIN SELECT 1",
      "SHOW TABLES",
      "SET x = 1",
      "USE x",
      "COPY INTO t FROM 's'",
      "EXECUTE IMMEDIATE 'SELECT 1'",
    ],
    ...["BEGIN SELECT 1", "DECLARE x INT64", "EXPORT DATA AS SELECT 1", "VALUES (1)", "TABLE t", "FROM t", "ADD JAR x"],
    ...["ANALYZE TABLE t", "REFRESH t", "REPLACE t", "'SELECT 1'", '"SELECT" 1', "= SELECT 1", "PUT file://x y"],
  ].map((sql) => [sql, "no SELECT"] as const),
];

/** Texts that one dialect reads in its own way. */
const ownRefused: Readonly<Partial<Record<Dialect, readonly (readonly [string, string])[]>>> = {
  spark: [
    ["SELECT reflect('java.lang.System', 'exit', 0)", "reflect"],
    ["SELECT '--', `Reflect` /* ( */ ('java.lang.System', 'exit', 0)", "reflect"],
    ["SELECT reflect -- no\n ('a')", "reflect"],
    ["SELECT '/*', reflect('a'), '*/'", "reflect"],
    ["SELECT `/*`, system.builtin.reflect('a') AS `*/`", "reflect"],
    ["SELECT IDENTIFIER('ref' || 'lect')('java.util.UUID', 'randomUUID')", "identifier"],
    ["SELECT TRANSFORM(a) USING 'cat' AS (a) FROM t", "runs a program"],
    ["SELECT `a", "never closed"],
    ["SELECT $$a$$", "dollars"],
    ["FROM t |> SELECT a", "no SELECT"],
    ["SELECT a FROM t |> WHERE b", "joins statements"],
    ["SELECT `a\\` ) AS source -- `", "backslash before a quote"],
    // A number sign and two slashes are no comments here.
    ["SELECT a # ( '\nFROM t", "never closed"],
    ["SELECT a // ( '\nFROM t", "never closed"],
  ],
  trino: [
    ["SELECT * FROM TABLE(pg.system.\"query\"(query => 'DROP TABLE t'))", "the function query"],
    ["SELECT `a`", "backtick"],
    ["SELECT a # '\nFROM t", "never closed"],
  ],
  bigquery: [
    ["SELECT * FROM EXTERNAL_QUERY('x', 'DROP TABLE t')", "external_query"],
    ["SELECT '''a''' ", "triple quotes"],
    ["SELECT '''' ) AS source -- '''", "triple quotes"],
    ['SELECT """ \' """ ) AS source --', "triple quotes"],
    ["SELECT 'a' '''b' ) -- '''", "triple quotes"],
    ["SELECT 1 # /*\n) AS source -- */", "closes nothing"],
    ["SELECT (1 # )\n", "never closed"],
    ["SELECT a FROM t |> CALL f()", "joins statements"],
    ["SELECT $$a$$", "dollars"],
  ],
  snowflake: [
    ["SELECT 1 ->> SELECT 2", "joins statements"],
    ["SELECT (1 // )\n", "never closed"],
    ["SELECT 1 // /*\n) AS source -- */", "closes nothing"],
    ["SELECT $$'$$ ) AS source -- '", "closes nothing"],
    ["SELECT $x$ ' $x$ ) AS source -- '", "dollars"],
    ["SELECT a$$ ) AS source -- $$", "dollars within a name"],
    ["SELECT $$ a", "never closed"],
    ["SELECT * FROM @stage/f.csv", "parameter"],
    ["SELECT $name", "parameter"],
    ["SELECT `a`", "backtick"],
  ],
  postgres: [
    ["SELECT $a$ ' $a$ ) AS source -- '", "closes nothing"],
    ["SELECT $a$ $A$", "never closed"],
    ["SELECT a$$ ) AS source -- $$", "dollars within a name"],
  ],
};

describe("checkSelect", () => {
  for (const dialect of dialects) {
    describe(`in ${dialect}`, () => {
      const check = (sql: string) => checkSelect(sql, sqlLexes[dialect]);

      for (const sql of [...honest, ...(own[dialect] ?? [])]) {
        it(`takes ${sql}`, () => {
          expect(check(sql)).to.equal(sql.trim().replace(/[;\s]+$/, ""));
        });
      }

      for (const [sql, words] of [...refused, ...(ownRefused[dialect] ?? [])]) {
        it(`refuses ${JSON.stringify(sql)}`, () => {
          const message = messageOf(() => check(sql));
          expect(message).to.match(/^sql: expected one SELECT and nothing else, found /);
          expect(message).to.include(words).and.not.include("\n");
        });
      }
    });
  }

  it("takes no text that is another one in brackets, whatever it is made of", async () => {
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const piece = fc.constantFrom(
      ...["SELECT 1", "SELECT a", " FROM t", "'", '"', "`", "\\", "$$", "$x$", "--", "/*", "*/", "#", "//", "\n", ";"],
      ...["(", ")", "[", "]", ",", " AS source", "''", "x", " ", "\\'", "e'", "r'", ":", "?", "DROP TABLE t"],
    );
    let taken = 0;
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
          const sql = `SELECT 1 ${pieces.join("")}`;
          const text = accepted(sql, "postgres");
          if (text === undefined) return;
          taken++;
          await isOneInBrackets(connection, text);
        }),
        { numRuns: 3000, seed: 5 },
      );
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
    expect(taken).to.be.above(100);
  });
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return expect.fail("nothing was thrown");
}

function accepted(sql: string, dialect: Dialect): string | undefined {
  try {
    return checkSelect(sql, sqlLexes[dialect]);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** DuckDB reads PostgreSQL's quotes: what it can parse in brackets is what it parses by itself. */
async function isOneInBrackets(connection: DuckDBConnection, text: string): Promise<void> {
  const parses = async (sql: string) => {
    const { count } = await connection.extractStatements(sql).catch(() => ({ count: 0 }));
    return count;
  };
  const framed = `SELECT * FROM ${queryAsTable(text)}`;
  if ((await parses(framed)) === 0) return;
  expect(await parses(framed), text).to.equal(1);
  expect(await parses(text), text).to.equal(1);
  expect(await readSelectIn(connection, text)).to.equal(text);
}
