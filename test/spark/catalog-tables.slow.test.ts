import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { gcn, randomModel } from "../exporter/support/models.js";
import { writePlan } from "./support/cut-models.js";
import { randomGraphOf } from "./support/random-graph.js";
import { contentsOf, writeTables } from "./support/spark-graph.js";
import { requireSpark, runJobs, type Job, type JobOutcome } from "./support/spark-python.js";

describe("evenodds_layers.py on tables of Hive's metastore", function () {
  this.timeout(600_000);
  let folder = "";
  let outcomes: readonly JobOutcome[] = [];

  const flags = (name: string, { nodes, arcs }: { readonly nodes: string; readonly arcs: string }) => [
    ...["--plan", "plan", "--nodes", nodes, "--arcs", arcs, "--id", "id", "--source", "source", "--target", "target"],
    ...["--label", "y", "--sensitive", "sex", "--checkpoint", `checkpoint-${name}`, "--out", `out-${name}`],
  ];
  const tables = { nodes: "db.people", arcs: "spark_catalog.db.ties" };
  const others = { nodes: "db.seen", arcs: "db.lines" };
  const insert = (part: string) => `INSERT INTO db.lines PARTITION (part = '${part}') SELECT * FROM db.ties`;
  const view = (condition: string) =>
    `CREATE OR REPLACE VIEW db.seen AS SELECT DISTINCT * FROM db.people WHERE ${condition}`;
  const jobs: readonly Job[] = [
    { arguments: flags("paths", { nodes: "./nodes", arcs: "./arcs" }) },
    {
      sql: [
        "CREATE DATABASE db",
        // A partition for each value of an attribute, and one without rows.
        "CREATE TABLE db.people USING parquet PARTITIONED BY (sex) AS SELECT * FROM parquet.`nodes`",
        "ALTER TABLE db.people ADD PARTITION (sex = 'x')",
        "CREATE TABLE db.ties STORED AS parquet AS SELECT * FROM parquet.`arcs`",
      ],
      arguments: flags("tables", tables),
    },
    { arguments: flags("tables", tables) },
    { sql: ["INSERT INTO db.people SELECT * FROM db.people LIMIT 1"], arguments: flags("tables", tables) },
    {
      sql: [
        // Without the row that is there twice by now.
        view("id IS NOT NULL"),
        // Files of lines, which Hive's classes read and Spark does not list.
        "CREATE TABLE db.lines (source STRING, target STRING, weight FLOAT) PARTITIONED BY (part STRING) STORED AS textfile",
        insert("a"),
      ],
      arguments: flags("others", others),
    },
    { arguments: flags("others", others) },
    { sql: [insert("a")], arguments: flags("others", others) },
    { sql: [view("id < 'person 3'")], arguments: flags("others", others) },
  ];

  before(async function () {
    requireSpark(this);
    folder = mkdtempSync(join(tmpdir(), "evenodds-spark-"));
    const graph = randomGraphOf({ nodes: 300, arcs: 2000, columns: 3 });
    await writeTables(folder, { graph, parts: 2 });
    await writePlan(randomModel([gcn("a", 3, 2)]), { graph, folder: join(folder, "plan") });
    outcomes = await runJobs(jobs, {
      folder,
      settings: {
        "spark.sql.catalogImplementation": "hive",
        "spark.sql.warehouse.dir": join(folder, "warehouse"),
        "spark.hadoop.javax.jdo.option.ConnectionURL": `jdbc:derby:;databaseName=${folder}/metastore;create=true`,
        "spark.hadoop.hive.exec.scratchdir": join(folder, "scratch"),
      },
    });
  });

  after(() => {
    if (folder !== "") rmSync(folder, { recursive: true });
  });

  const codes = (...places: readonly number[]) =>
    places.map((place) => [outcomes[place]!.code, outcomes[place]!.steps]);

  it("gives the rows of the same files at paths in the same bytes, with a partition as an attribute and one without rows", async () => {
    expect(codes(0, 1)).to.deep.equal([
      [0, 3],
      [0, 3],
    ]);
    expect(await contentsOf(join(folder, "out-tables"))).to.deep.equal(await contentsOf(join(folder, "out-paths")));
  });

  it("gives them of a view and of a table of text files, too", async () => {
    expect(codes(4)).to.deep.equal([[0, 3]]);
    expect(await contentsOf(join(folder, "out-others"))).to.deep.equal(await contentsOf(join(folder, "out-paths")));
  });

  it("does nothing again for the same tables", () => {
    expect(codes(2, 5)).to.deep.equal([
      [0, 0],
      [0, 0],
    ]);
  });

  for (const [what, place, flag] of [
    ["a table into which a row was put", 3, "--nodes"],
    ["a partition of text files into which rows were put", 6, "--arcs"],
    ["a view that became another query", 7, "--nodes"],
  ] as const) {
    it(`refuses the checkpoint for ${what}`, () => {
      expect(outcomes[place]).to.include({ code: 2, steps: 0 });
      expect(outcomes[place]!.line).to.match(new RegExp(`^--checkpoint: .*found another ${flag}`));
    });
  }
});
