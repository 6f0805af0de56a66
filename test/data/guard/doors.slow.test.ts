import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { InputError } from "@evenodds/core";
import { countOutcomesFrom, loadGraph, readRegression, scoreHistogram, type SqlFiles } from "@evenodds/data";
import { expect } from "chai";
import fc from "fast-check";
import { cellsOf, people, peopleCells, request } from "../outcomes/support/counting.js";
import {
  hostileSelects,
  hostileStatements,
  hostileText,
  listener,
  snapshot,
  type Target,
} from "../support/hostile-sql.js";
import { rejection, removeTempFolders, tempFolder, tiny } from "../support/temp-graph.js";

after(removeTempFolders);

/** A working directory with a table and two ways out of it, and beside it what nobody gave away. */
describe("SQL of a user", () => {
  const home = process.cwd();
  let root = "";
  let target: Target;
  let network: Awaited<ReturnType<typeof listener>>;
  let untouched: string[];

  before(async () => {
    root = await tempFolder({
      "here/p.csv": people,
      "here/parts/year=2024/p.csv": people,
      "here/it's (1) [a]/p.csv": people,
      "outside/secret.csv": "sex,y,yhat\nTOPSECRET,1,1\nTOPSECRET,0,1\n",
    });
    await symlink("../outside/secret.csv", join(root, "here/link.csv"));
    await symlink("../outside", join(root, "here/folder"));
    await mkdir(join(root, "data"));
    process.chdir(join(root, "here"));
    const statements = [
      "CREATE TABLE t AS FROM (VALUES ('F', 1, 1), ('F', 1, 0), ('F', 0, 0), ('M', 1, 1), ('M', 0, 1)) v(sex, y, yhat)",
      "CREATE SEQUENCE s",
      "CREATE VIEW inside AS FROM 'p.csv'",
    ];
    const db = join(root, "data/people.duckdb");
    await runAll(db, statements);
    await runAll(join(root, "outside/other.duckdb"), [
      "CREATE TABLE t AS SELECT 'TOPSECRET' AS sex, 1 AS y, 1 AS yhat",
    ]);
    network = await listener();
    target = { outside: join(root, "outside"), db, port: network.port };
    untouched = snapshot(root);
  });
  after(() => {
    process.chdir(home);
    network.close();
  });

  /** Whatever came of it: no file, no database and nobody else saw it, and nothing was told that is not the user's. */
  const expectUntouched = (said: string) => {
    expect(snapshot(root)).to.deep.equal(untouched);
    expect(network.connections()).to.equal(0);
    expect(said).to.not.include("TOPSECRET");
  };

  const doors: readonly (readonly [string, SqlFiles | undefined, boolean])[] = [
    ["without a database", undefined, false],
    ["without a database, any file", "any", false],
    ["without a database, no file", "none", false],
    ["of a database", undefined, true],
    ["of a database, any file", "any", true],
    ["of a database, no file", "none", true],
  ];
  for (const [turn, [what, sqlFiles, withDb]] of doors.entries()) {
    const open = (sql: string) =>
      countOutcomesFrom({ sql, db: withDb ? target.db : undefined, sqlFiles }, request).then(JSON.stringify);

    it(`${what}: refuses every statement and every SELECT that does more, as it is`, async () => {
      // A statement is refused before anything is opened: doors without a database share them, as do those with one.
      const statements = hostileStatements(target).filter((_, i) => i % 3 === turn % 3);
      const selects = hostileSelects(target).filter((_, i) => !withDb || sqlFiles === undefined || i % 3 === 0);
      const texts = [...statements, ...selects];
      const read: string[] = [];
      for (const sql of texts) {
        const said = await open(sql).catch((error: unknown) => {
          expect(error, sql).to.be.instanceOf(InputError);
          expect((error as Error).message, sql)
            .to.match(/^sql: .*; .*$/)
            .and.not.match(/INSTALL httpfs;|\n/);
          return "refused";
        });
        expectUntouched(sqlFiles === "any" ? "" : said);
        if (said !== "refused") read.push(sql);
      }
      // Who says "any" may read the files outside.
      expect(read.length > 0).to.equal(sqlFiles === "any");
      for (const sql of read) expect(sql).to.match(/^select .*(outside|link|folder|proc)/);
    });

    it(`${what}: holds against texts that hide in others`, async () => {
      await fc.assert(
        fc.asyncProperty(hostileText(target), async (sql) => {
          const said = await open(sql).catch((error: unknown) => {
            expect(error, sql).to.be.instanceOf(InputError);
            return "refused";
          });
          expectUntouched(sqlFiles === "any" ? "" : said);
        }),
        // Each door meets texts of its own.
        { numRuns: 20, seed: 13 + turn },
      );
    });
  }

  it("is guarded the same way where scores and regressions are read", async () => {
    for (const sql of [...hostileStatements(target), ...hostileSelects(target)].filter((_, i) => i % 5 === 0)) {
      for (const work of [
        () => scoreHistogram({ sql, db: target.db }, { sensitive: ["sex"], label: "y", score: "yhat" }),
        () => readRegression({ sql, db: target.db }, request),
      ]) {
        expect(await rejection(work()), sql).to.be.instanceOf(InputError);
        expectUntouched("");
      }
    }
  });

  it("reads what is below the working directory, in every way that DuckDB has", async () => {
    for (const sql of [
      "select * from 'p.csv'",
      "from './p.csv';",
      "from 'p.csv' -- all of it\n;",
      `from '${join(root, "here/p.csv")}'`,
      "from '../here/p.csv'",
      "from read_csv('p.csv')",
      "from read_csv(['p.csv'], header = true)",
      "from read_csv('parts/**/*.csv', hive_partitioning = true)",
      "select * exclude (year) from 'parts/*/p.csv' where year = 2024",
      "from 'it''s (1) [[]a]/p.csv'",
      "with people as (from 'p.csv') select sex, y, yhat from people join (select id from 'p.csv') using (id)",
      "select sex, y, yhat from 'p.csv' qualify row_number() over (partition by id) = 1",
      "select sex, y, yhat from read_csv('p.csv', filename = true) where filename like '%p.csv'",
      "select * from (values ('F', 1, 1), ('F', 1, 0), ('F', 0, 0), ('M', 1, 1), ('M', 0, 1)) v(sex, y, yhat)",
      "select sex, y, yhat from (unpivot (from 'p.csv') on id) where name = 'id'",
      "select a.sex, a.y, b.yhat from 'p.csv' a, lateral (select yhat from 'p.csv' c where c.id = a.id) b",
    ]) {
      expect(cellsOf(await countOutcomesFrom({ sql }, request)), sql).to.deep.equal(peopleCells);
    }
    expectUntouched("");
  });

  it("reads tables and views of a database, and files behind views only as it may", async () => {
    const db = target.db;
    for (const sql of [
      "from t",
      "from inside",
      "from people.main.t",
      "select t.* from t semi join inside using (sex)",
    ]) {
      expect(cellsOf(await countOutcomesFrom({ sql, db }, request)), sql).to.deep.equal(peopleCells);
    }
    expect(cellsOf(await countOutcomesFrom({ sql: "from t", db, sqlFiles: "none" }, request))).to.deep.equal(
      peopleCells,
    );
    const error = await rejection(countOutcomesFrom({ sql: "from inside", db, sqlFiles: "none" }, request));
    expect(error.message).to.include("‘sqlFiles’ cwd");
    expectUntouched("");
  });

  it("says what to do where a file is elsewhere, or only an extension could read it", async () => {
    for (const [sql, words] of [
      ["from 'link.csv'", "‘sqlFiles’ any"],
      ["from '../outside/secret.csv'", "‘sqlFiles’ any"],
      ["from read_csv('https://example.invalid/p.csv')", "never loads any"],
    ] as const) {
      const error = await rejection(countOutcomesFrom({ sql }, request));
      expect(error.message).to.include(words);
    }
    const counted = await countOutcomesFrom({ sql: "from 'link.csv'", sqlFiles: "any" }, request);
    expect(cellsOf(counted)).to.deep.equal({ "TOPSECRET 1→1": 1, "TOPSECRET 0→1": 1 });
  });

  it("is run on a database that is not changed, with a write-ahead log beside it", async () => {
    const folder = await tempFolder();
    const db = join(folder, "open.duckdb");
    await runAll(db, [
      "PRAGMA disable_checkpoint_on_shutdown",
      "SET checkpoint_threshold = '1TB'",
      "CREATE TABLE t AS SELECT 'F' AS sex, 1 AS y, 1 AS yhat",
    ]);
    const before = snapshot(folder);
    expect(before.join()).to.include(".wal");
    expect((await countOutcomesFrom({ sql: "from t", db }, request)).read).to.equal(1);
    for (const sql of hostileStatements({ ...target, db }).slice(0, 20)) {
      await rejection(countOutcomesFrom({ sql, db }, request));
    }
    expect(snapshot(folder)).to.deep.equal(before);
  });

  it("meets no function of a database that does more than read, behind views and macros", async () => {
    const folder = await tempFolder();
    const db = join(folder, "views.duckdb");
    await runAll(db, [
      "CREATE TABLE t AS SELECT 'F' AS sex, 1 AS y, 1 AS yhat",
      "CREATE VIEW logs AS SELECT t.* FROM t, enable_logging(storage = 'file', storage_path = 'PWNED')",
      "CREATE VIEW later AS SELECT * FROM logs WHERE now() > TIMESTAMP '2200-01-01'",
      "CREATE MACRO spy() AS TABLE FROM query('FROM enable_logging()')",
      "CREATE MACRO adults() AS TABLE FROM t WHERE y = 1",
      "CREATE MACRO twice(x) AS x + x",
    ]);
    for (const sql of ["FROM logs", "FROM later", "FROM t, (SELECT 1 FROM spy())", "WITH x AS (FROM logs) FROM x"]) {
      const error = await rejection(countOutcomesFrom({ sql, db }, request));
      expect(error).to.be.instanceOf(InputError);
      expect(error.message).to.include("views.duckdb: expected views and macros that only read");
    }
    expectUntouched("");
    expect((await countOutcomesFrom({ sql: "FROM adults()", db }, request)).read).to.equal(1);
    const sql = "SELECT sex, twice(y) AS y, yhat + 1 AS yhat FROM t";
    expect(cellsOf(await countOutcomesFrom({ sql, db }, request))).to.deep.equal({ "F 2→2": 1 });
  });

  it("counts nothing by a macro that has the name of DuckDB's own function", async () => {
    for (const macro of ["count(x) AS 0", "trunc(x) AS x", "ABS(x) AS 1", '"+"(a, b) AS 0']) {
      const db = join(await tempFolder(), "macros.duckdb");
      await runAll(db, ["CREATE TABLE t AS SELECT 'F' AS sex, 1 AS y, 1 AS yhat", `CREATE MACRO ${macro}`]);
      const error = await rejection(countOutcomesFrom({ sql: "FROM t", db }, request));
      expect(error).to.be.instanceOf(InputError);
      expect(error.message).to.include("macros with the names of DuckDB's functions").and.include("rename");
    }
  });

  it("is not made of names of columns, values and files", async () => {
    const breakers = "$` $' $& $1 $$ ' \" ') \") '; \"; -- /* \\ = ? {x} *".split(" ");
    const named = fc
      .tuple(fc.constantFrom(...breakers), fc.constantFrom(...hostileStatements(target)), fc.constantFrom(...breakers))
      .map((parts) => parts.join("").trim());
    // DuckDB takes a backslash for a separator of folders where a name has letters of a pattern too.
    const name = named.filter((text) => !/[/\\]/.test(text));
    await fc.assert(
      fc.asyncProperty(named, named, name, fc.constantFrom("csv", "json"), async (sex, group, file, format) => {
        const path = `${file.replaceAll("/", "_").slice(0, 100)}.${format}`;
        const rows = [
          { [sex]: group, y: 1, yhat: 1, w: 0.5 },
          { [sex]: "M", y: 0, yhat: 1, w: 1 },
        ];
        const quoted = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`;
        const csv = [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))].map((r) =>
          r.map(quoted).join(","),
        );
        const folder = await tempFolder({ [path]: format === "csv" ? csv.join("\n") : JSON.stringify(rows) });
        const wanted = { sensitive: [sex], label: "y", prediction: "yhat", weight: "w", condition: sex };
        const counted = await countOutcomesFrom({ predictions: path, folder }, wanted);
        expect(cellsOf(counted)).to.deep.equal({ [`${group} 1→1`]: 0.5, "M 0→1": 1 });
        const by = { sensitive: [sex], label: "y", prediction: "yhat" };
        expect((await readRegression({ predictions: path, folder }, by)).attributes[0]!.groups).to.include(group);
        expectUntouched("");
      }),
      { numRuns: 40, seed: 13 },
    );
  });

  describe("in a card's where", () => {
    const card = (where: string) => tiny["graph.yaml"].replace("id: id", `id: id\n  where: ${JSON.stringify(where)}`);
    const load = async (where: string) => {
      const folder = await tempFolder({ ...tiny, "graph.yaml": card(where) });
      return loadGraph(folder).then((loaded) => JSON.stringify(loaded.graph.nodeIds));
    };

    const carry: readonly ((text: string) => string)[] = [
      (text) => text,
      (text) => `true; ${text}`,
      (text) => `true) ; ${text}; select (1`,
      (text) => `true) ; ${text} --`,
      (text) => `true) --\n; ${text} /*`,
      (text) => `exists (${text})`,
      (text) => `id in (${text})`,
      (text) => `(${text}) is not null`,
      (text) => `true) union (${text}`,
      (text) => `true union ${text}`,
      (text) => `true from (${text})`,
      (text) => `true as x, (${text})`,
      (text) => `true\0; ${text}`,
      (text) => `case when true then (${text}) end is null`,
    ];

    it("is one expression, or refused", async () => {
      const texts = [...hostileStatements(target), ...hostileSelects(target)];
      const where = fc.tuple(fc.constantFrom(...carry), fc.constantFrom(...texts)).map(([carry, text]) => carry(text));
      await fc.assert(
        fc.asyncProperty(where, async (text) => {
          const error = await rejection(load(text));
          expect(error, text).to.be.instanceOf(InputError);
          expect(error.message, text)
            .to.match(/^where: /)
            .and.not.include("\n");
          expectUntouched(error.message.slice(error.message.lastIndexOf(": ")));
        }),
        { numRuns: 60, seed: 13 },
      );
    });

    for (const [where, words] of [
      ["id = 'a', true", "by itself"],
      ["id = 'a' as x", "syntax error"],
      ["id = 'a' order by 1", "syntax error"],
      ["id = 'a' limit 1", "syntax error"],
      ["distinct id = 'a'", "syntax error"],
      ["id = 'a' from node", "syntax error"],
      ["id in (select s from edge)", "subquery"],
      ["id = ?", "parameter"],
      ["id = 'a", "unterminated"],
      ["id = 'a' /*", "unterminated"],
      ["id = 'a' or", "syntax error"],
      ["count(*) > 1", "aggregates"],
    ] as const) {
      it(`is not ${JSON.stringify(where)}`, async () => {
        const error = await rejection(load(where));
        expect(error).to.be.instanceOf(InputError);
        expect(error.message)
          .to.match(/^where: /)
          .and.include(words);
      });
    }

    for (const [where, ids] of [
      ["id = 'a'", ["a"]],
      ["id = 'a' -- only this; one", ["a"]],
      ["/* ; */ x1 > 1 and s in ('M', 'F');", ["b", "c"]],
      ["(x1 > 1 and\n x2 < 0) or id = 'c'", ["b", "c"]],
      ["TRY_CAST(y AS INTEGER) IS NULL", ["c"]],
      ["case s when 'M' then x1 > 2 else true end", ["b", "c"]],
      ["list_contains(['a', 'c'], id) and regexp_matches(s, '^M') and x1 between 1 and 3", ["a", "c"]],
      ["s = 'M' and id <> ';) --'", ["a", "c"]],
    ] as const) {
      it(`can be ${JSON.stringify(where)}`, async () => {
        expect(JSON.parse(await load(where))).to.deep.equal(ids);
      });
    }
  });
});

async function runAll(path: string, statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}
