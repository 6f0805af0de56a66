import { DuckDBInstance, StatementType, type DuckDBConnection } from "@duckdb/node-api";
import { InputError } from "@evenodds/core";
import { queryAsTable, readSelect, readSelectIn } from "@evenodds/data/internal";
import { expect } from "chai";
import fc from "fast-check";
import { rejection } from "../support/temp-graph.js";

/** Queries that people write. `t` has columns a and b. */
const honest = [
  "SELECT 1",
  "SELECT 1;",
  "SELECT 1 -- the end",
  "SELECT 1; -- the end; really\n;",
  "SELECT 1 /* a ; b */ ; /* /* c */ ; */",
  "SELECT ';' AS \"a;b\", $$;$$, $x$ ; $$ $x$, e'\\';' FROM t;",
  "(SELECT 1)",
  "((SELECT a FROM t)) ORDER BY 1 LIMIT 1",
  "VALUES (1, 2), (3, 4)",
  "TABLE t",
  "FROM t",
  "FROM t SELECT a WHERE b > 1",
  "WITH x AS (SELECT a FROM t), y AS MATERIALIZED (FROM x) SELECT * FROM y JOIN x USING (a)",
  "WITH RECURSIVE r AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM r WHERE a < 3) SELECT * FROM r",
  "SELECT a FROM t UNION ALL BY NAME SELECT b FROM t INTERSECT SELECT 1",
  "SELECT a, sum(b) FILTER (WHERE b > 1) OVER (PARTITION BY a ORDER BY b ROWS 1 PRECEDING) FROM t QUALIFY a > 1",
  "SELECT a, count(*) FROM t GROUP BY ALL HAVING count(*) > 1 ORDER BY ALL",
  "SELECT * EXCLUDE (a) REPLACE (b + 1 AS b), COLUMNS('a|b') FROM t TABLESAMPLE 10%",
  "SELECT CASE WHEN a > 1 THEN 'x' END, a BETWEEN 1 AND 2, a IN (1, 2), EXISTS (FROM t), (SELECT max(b) FROM t) FROM t",
  "SELECT [x + 1 for x in [1, 2]], {'k': a}.k, a::VARCHAR, [1, 2][1:2], TRY_CAST(b AS INTEGER), 1e400, DATE '2025-01-01' FROM t",
  "SELECT * FROM t ASOF JOIN t AS u ON t.a >= u.a",
  "FROM (PIVOT t ON a IN (1, 2) USING sum(b))",
  "PIVOT t ON a IN (1, 2) USING sum(b)",
  "UNPIVOT t ON a, b INTO NAME n VALUE v",
  "SELECT * FROM range(3) AS r(i), unnest([1, 2]) AS u(v), generate_series(1, 2)",
  'SELECT \'é\u{1f600}\' AS "ü", "query_location" FROM (SELECT \'"query_location":5,\' AS query_location)',
  "SELECT\u00a0a\u2003FROM\u3000t",
];

/** Texts that are not one SELECT, or not one whole, and words of what is found. */
const refused: readonly (readonly [string, string])[] = [
  ["", "no statement"],
  [" ; ", "no statement"],
  ["-- SELECT 1", "no statement"],
  ["SELECT 1; SELECT 2", "more than one statement"],
  ["SELECT 1; DROP TABLE t", "more than one statement"],
  ["SELECT * FROM 'p.csv') AS source; COPY (SELECT 42) TO 'x'; SELECT * FROM (SELECT 1", "more than one statement"],
  ["SELECT 1) AS a, (SELECT 2", "syntax error"],
  ["SELECT 1) AS source --", "syntax error"],
  ["SELECT 1 /*", "unterminated"],
  ["SELECT 'a", "unterminated"],
  ['SELECT "a', "unterminated"],
  ["SELECT $$a", "unterminated"],
  ["SELECT e'\\'", "unterminated"],
  ["SELECT 1\0; DROP TABLE t", "NUL"],
  ["SELECT ?", "parameter"],
  ["SELECT $1", "parameter"],
  ["SELECT $name", "parameter"],
  ["SELECT 1 INTO t", "SELECT INTO"],
  ["SELECT a FROM t FOR UPDATE", "locking"],
  ["WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone", "CTE needs a SELECT"],
  ["SELECT * FROM enable_logging(storage = 'file')", "enable_logging"],
  ["SELECT 1 WHERE EXISTS (FROM (FROM System.main.Enable_Logging()))", "enable_logging"],
  ["SELECT * FROM query('SELECT 1')", "the function query"],
  ["SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))", "json_execute_serialized_sql"],
  ["SELECT * FROM arrow_scan(1, 2, 3)", "arrow_scan"],
  ["FROM t, LATERAL (FROM force_checkpoint())", "force_checkpoint"],
  ...[
    ...["COPY (SELECT 1) TO 'x'", "COPY t FROM 'x'", "COPY FROM DATABASE a TO b", "EXPORT DATABASE 'x'"],
    ...[
      "IMPORT DATABASE 'x'",
      "ATTACH 'x'",
      "DETACH x",
      "USE x",
      "INSTALL httpfs",
      "FORCE INSTALL httpfs",
      "LOAD httpfs",
    ],
    ...["SET threads = 1", "RESET threads", "PRAGMA version", "CALL pragma_version()", "CREATE TABLE u AS SELECT 1"],
    ...["CREATE TEMP VIEW u AS SELECT 1", "CREATE MACRO f(x) AS x", "DROP TABLE t", "ALTER TABLE t ADD COLUMN c INT"],
    ...[
      "INSERT INTO t VALUES (1, 1) RETURNING *",
      "UPDATE t SET a = 1",
      "DELETE FROM t",
      "TRUNCATE t",
      "VACUUM",
      "ANALYZE",
    ],
    ...[
      "MERGE INTO t USING t AS u ON true WHEN MATCHED THEN DELETE",
      "CHECKPOINT",
      "FORCE CHECKPOINT",
      "BEGIN",
      "COMMIT",
    ],
    ...["PREPARE p AS SELECT 1", "EXECUTE p", "DEALLOCATE p", "EXPLAIN SELECT 1", "EXPLAIN ANALYZE SELECT 1"],
    ...["UPDATE EXTENSIONS", "COMMENT ON TABLE t IS 'x'", "CREATE SECRET s (TYPE s3)"],
  ].map((sql) => [sql, "no SELECT"] as const),
];

describe("readSelect", () => {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  before(async () => {
    instance = await DuckDBInstance.create(":memory:");
    connection = await instance.connect();
    await connection.run("CREATE TABLE t AS SELECT 1 AS a, 2 AS b");
  });
  after(() => {
    connection.closeSync();
    instance.closeSync();
  });

  /** The other road: DuckDB splits the whole into statements, and prepares it. */
  const framed = async (select: string) => {
    const statements = await connection.extractStatements(`SELECT * FROM ${queryAsTable(select)}`);
    return { count: statements.count, prepared: () => statements.prepare(0) };
  };

  for (const sql of honest) {
    it(`takes ${sql}`, async () => {
      const { count, prepared } = await framed(await readSelectIn(connection, sql));
      expect(count).to.equal(1);
      expect((await prepared()).statementType).to.equal(StatementType.SELECT);
    });
  }

  for (const [sql, words] of refused) {
    it(`refuses ${JSON.stringify(sql)}`, async () => {
      const error = await rejection(readSelectIn(connection, sql));
      expect(error).to.be.instanceOf(InputError);
      expect(error.message).to.match(/^sql: expected one SELECT and nothing else, found /);
      expect(error.message).to.include(words).and.not.include("\n");
    });
  }

  it("needs no database to be open", async () => {
    expect(await readSelect("SELECT 1;")).to.equal("SELECT 1");
    expect(await rejection(readSelect("DROP TABLE t"))).to.be.instanceOf(InputError);
  });

  it("says how to write a PIVOT whose values are only known when it runs", async () => {
    for (const sql of ["PIVOT t ON a USING sum(b)", "SELECT * FROM (PIVOT t ON a USING sum(b))"]) {
      expect((await rejection(readSelectIn(connection, sql))).message).to.include("PIVOT … ON column IN (value, …)");
    }
  });

  it("takes depths that the parser takes, and refuses others", async () => {
    const nested = (depth: number) => `SELECT * FROM (${"(".repeat(depth)}SELECT 1${")".repeat(depth)})`;
    expect(await readSelectIn(connection, nested(5000))).to.equal(nested(5000));
    for (const sql of [nested(100_000), `SELECT 1${"+1".repeat(5000)}`, `SELECT ${"[".repeat(5000)}`]) {
      expect(await rejection(readSelectIn(connection, sql))).to.be.instanceOf(InputError);
    }
  });

  it("lets nothing out of its brackets, whatever is put together", async () => {
    const pieces = [
      ...[
        "SELECT",
        "FROM",
        "1",
        "t",
        "a",
        ",",
        "*",
        "(",
        ")",
        ";",
        "'",
        "''",
        '"',
        "$$",
        "$a$",
        "--",
        "\n",
        "\r",
        "/*",
        "*/",
      ],
      ...["e'", "\\", "\\'", " ", "\t", "\u00a0", "AS source", "UNION", "WITH x AS (", "DROP TABLE t", "COPY t TO 'x'"],
      ...[
        "VALUES (1)",
        "\0",
        "x'00'",
        "U&'",
        "1 a",
        "SELECT 1",
        "SELECT a FROM t",
        "WHERE true",
        "OR",
        ":",
        "::",
        "->",
      ],
    ];
    let taken = 0;
    const text = fc
      .array(fc.constantFrom(...pieces), { maxLength: 12 })
      .map((parts) => parts.join(" "))
      .chain((end) => fc.constantFrom(end, `SELECT a FROM t ${end}`, `SELECT 1 ${end}`, `${end} SELECT 1`));
    await fc.assert(
      fc.asyncProperty(text, async (sql) => {
        let select: string;
        try {
          select = await readSelectIn(connection, sql);
        } catch (error) {
          expect(error).to.be.instanceOf(InputError);
          return;
        }
        taken++;
        expect((await framed(select)).count).to.equal(1);
        // What is in the brackets cannot be closed by it: one more opens and one more closes around it.
        expect((await framed(`SELECT * FROM ${queryAsTable(select)}`)).count).to.equal(1);
      }),
      { numRuns: 400, seed: 13 },
    );
    expect(taken).to.be.above(20);
  });
});
