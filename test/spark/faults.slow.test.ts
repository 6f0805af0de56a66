import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { gcn, randomModel } from "../exporter/support/models.js";
import { writePlan } from "./support/cut-models.js";
import { writeQuery } from "./support/spark-graph.js";
import { layersJob, requireSpark, runJobs, submit, submitWords, type JobOutcome } from "./support/spark-python.js";

const nodes =
  "SELECT * FROM (VALUES ('a', 1::FLOAT, 2::FLOAT), ('b', 0, 1), ('c', 3, 3)) AS t(id, feature_0, feature_1)";
const arcs = "SELECT * FROM (VALUES ('a', 'b'), ('c', 'b'), ('b', 'a')) AS t(source, target)";

/** A job that differs in some words from one that works. */
interface Changed {
  readonly change: Readonly<Record<string, string | undefined>>;
  /** What is run in Spark's SQL before. */
  readonly sql?: readonly string[];
}

/** Jobs that are refused, with what is said. */
const cases: Readonly<Record<string, Changed & { readonly says: RegExp }>> = {
  "no plan": {
    change: { "--plan": "nowhere" },
    says: /^--plan: expected a folder with a plan\.json, found no nowhere\/plan\.json; evenodds layers/,
  },
  "a plan whose file was changed": {
    change: { "--plan": "changed" },
    says: /^--plan: expected piece-0\.onnx as the plan was written/,
  },
  "no table at a path": {
    change: { "--nodes": "./none" },
    says: /^--nodes: expected Parquet files at this path, found \.\/none/,
  },
  "no table of a name": {
    change: { "--arcs": "none.arcs" },
    says: /^--arcs: expected a table of Spark's catalogs, or a path with a slash, found none\.arcs/,
  },
  "no such column": {
    change: { "--id": "ids" },
    says: /^--id: expected the name of a column of its table, found ids; did you mean id\?/,
  },
  "ids that are numbers with a point": {
    change: { "--id": "feature_0" },
    says: /^--id: expected ids that are texts or whole numbers, found feature_0 of type float/,
  },
  "other features": {
    change: { "--features": "feature_0,id" },
    says: /^--features: expected the 2 features of the model, or a column of arrays, found no feature_1/,
  },
  "a list of another width": {
    change: { "--nodes": "./lists", "--features": "f" },
    says: /^--features: expected 2 numbers per node, found 3 numbers for id 'b'/,
  },
  "features that are NULL or NaN": {
    change: { "--nodes": "./odd" },
    says: /^--features: expected finite numbers that a float32 can hold, found NULL, NaN or another in 2 rows, such as id 'b'/,
  },
  "ids that are NULL": {
    change: { "--nodes": "./nameless" },
    says: /^--id: expected an id in every row of --nodes, found 1 rows with NULL/,
  },
  "ids in two files": {
    change: { "--nodes": "./twice" },
    says: /^--id: expected each id in one row of --nodes, found 1 ids in several: 'b' in 2 rows/,
  },
  "arcs to nodes that there are not": {
    change: { "--arcs": "./unknown" },
    says: /^--arcs: expected ids that --nodes has, found 2 arcs of 4 with another, such as source 'x', target 'y'; .*--unmatched exclude/,
  },
  "arcs without an end": {
    change: { "--arcs": "./endless" },
    says: /^source, target of --arcs: expected two ids in every row, found 1 rows of 4 with NULL/,
  },
  "weights for a model without": { change: { "--weight": "w" }, says: /^--weight: expected no column/ },
  "a label with the name of a prediction": {
    change: { "--nodes": "./taken", "--label": "predicted" },
    says: /^--label: expected a name that the predictions do not use/,
  },
  "counts without attributes": { change: { "--counts": "counts" }, says: /^--counts: expected --sensitive as well/ },
  "a folder of somebody else": {
    change: { "--out": "mine" },
    says: /^--out: expected a folder that is not there yet, or one that this program wrote/,
  },
  "a checkpoint of somebody else": {
    change: { "--checkpoint": "mine" },
    says: /^--checkpoint: expected an empty folder/,
  },
  "a checkpoint of other tables": {
    change: { "--checkpoint": "checkpoint-good", "--arcs": "./unknown" },
    says: /^--checkpoint: expected the checkpoint of this plan and these tables, found another --arcs/,
  },
  "a place that cannot be written to": {
    change: { "--checkpoint": "file/checkpoint" },
    says: /^--checkpoint: expected a folder that can be read and written to, found /,
  },
};

/** Jobs that work, with what is said of their rows. */
const good: Readonly<Record<string, Changed & { readonly rows: object }>> = {
  "arcs to nodes that there are not, left out": {
    change: { "--arcs": "./unknown", "--unmatched": "exclude" },
    rows: { nodes: 3, arcs: { read: 4, used: 2, excluded: 2 } },
  },
  "no arcs": {
    change: { "--arcs": "./no-arcs" },
    rows: { nodes: 3, arcs: { read: 0, used: 0, excluded: 0 }, largestInDegree: 0 },
  },
  "tables of a catalog": {
    sql: [
      "CREATE OR REPLACE TEMP VIEW people AS SELECT * FROM parquet.`nodes`",
      "CREATE OR REPLACE TEMP VIEW ties AS SELECT * FROM parquet.`arcs`",
    ],
    change: { "--nodes": "people", "--arcs": "ties" },
    rows: { nodes: 3, arcs: { read: 3, used: 3, excluded: 0 } },
  },
};

describe("evenodds_layers.py on what users get wrong", function () {
  this.timeout(1_800_000);
  let folder = "";
  let outcomes = new Map<string, JobOutcome>();

  before(async function () {
    requireSpark(this);
    folder = mkdtempSync(join(tmpdir(), "evenodds-spark-"));
    const graph = {
      ids: ["a"],
      x: new Float32Array(2),
      columns: 2,
      source: new Int32Array(),
      target: new Int32Array(),
      weight: new Float32Array(),
    };
    await writePlan(randomModel([gcn("a", 2, 2)]), { graph, folder: join(folder, "plan") });
    cpSync(join(folder, "plan"), join(folder, "changed"), { recursive: true });
    writeFileSync(join(folder, "changed/piece-0.onnx"), "another");
    mkdirSync(join(folder, "mine"));
    writeFileSync(join(folder, "mine/thesis.txt"), "");
    writeFileSync(join(folder, "file"), "");
    const tables: Readonly<Record<string, string>> = {
      nodes,
      arcs,
      lists: "SELECT id, CASE id WHEN 'b' THEN [1, 2, 3] ELSE [1, 2] END AS f FROM (VALUES ('a'), ('b')) AS t(id)",
      odd: `SELECT id, CASE id WHEN 'b' THEN 'NaN'::FLOAT WHEN 'c' THEN NULL ELSE 1 END AS feature_0, 1 AS feature_1 FROM (${nodes})`,
      nameless: `SELECT CASE id WHEN 'c' THEN NULL ELSE id END AS id, feature_0, feature_1 FROM (${nodes})`,
      twice: nodes,
      taken: `SELECT *, 'x' AS predicted FROM (${nodes})`,
      unknown: "SELECT * FROM (VALUES ('a', 'b'), ('x', 'b'), ('a', 'y'), ('b', 'a')) AS t(source, target)",
      endless: "SELECT * FROM (VALUES ('a', 'b'), (NULL, 'b'), ('a', 'c'), ('b', 'a')) AS t(source, target)",
      "no-arcs": `SELECT * FROM (${arcs}) WHERE source = 'z'`,
    };
    for (const [name, query] of Object.entries(tables)) await writeQuery(join(folder, name), query);
    await writeQuery(join(folder, "twice/more"), "SELECT 'b' AS id, 1::FLOAT AS feature_0, 1::FLOAT AS feature_1");
    cpSync(join(folder, "twice/more/rows.parquet"), join(folder, "twice/more.parquet"));
    rmSync(join(folder, "twice/more"), { recursive: true });
    const all: Readonly<Record<string, Changed>> = { "it as it is": { change: {} }, ...good, ...cases };
    const names = Object.keys(all);
    const jobs = Object.values(all).map(({ change, sql }, i) => {
      const own: Changed["change"] = i === 0 ? { "--checkpoint": "checkpoint-good", "--out": "out-good" } : {};
      return { arguments: flags({ ...own, ...change }, i), ...(sql === undefined ? {} : { sql }) };
    });
    const found = await runJobs(jobs, { folder });
    outcomes = new Map(found.map((outcome, i) => [names[i]!, outcome]));
  });

  after(() => {
    if (folder !== "") rmSync(folder, { recursive: true });
  });

  it("works on the job that all others differ from", () => {
    expect(outcomes.get("it as it is")).to.deep.include({ code: 0 });
  });

  for (const [name, { rows }] of Object.entries(good)) {
    it(`takes ${name}`, () => {
      expect(outcomes.get(name)!.code).to.equal(0);
      expect(outcomes.get(name)!.summary).to.deep.include(rows);
    });
  }

  for (const [name, { says }] of Object.entries(cases)) {
    it(`refuses ${name} in one line`, () => {
      const { code, line } = outcomes.get(name)!;
      expect(line).to.match(says).and.not.include("\n");
      expect(code).to.equal(2);
    });
  }

  it("writes nothing where it refuses", () => {
    const written = [...outcomes].map(([, { code }], i) => [code, existsSync(join(folder, `out-${i}`))]);
    expect(written.slice(1).filter(([code, exists]) => exists !== (code === 0))).to.deep.equal([]);
  });

  it("says it without a traceback, and ends with 2", async () => {
    const words = [...submitWords("local[1]"), layersJob, ...flags({ "--nodes": "./none" }, 99)];
    const { code, stdout, stderr } = await submit(words, folder);
    expect(code).to.equal(2);
    // spark-submit itself puts what Python says on standard error there.
    expect(stdout).to.match(/^evenodds_layers: --nodes: expected Parquet files at this path, .*\n$/);
    expect(stderr).not.to.include("Traceback");
  });
});

/** The words of a job that works, with some of them changed. */
function flags(change: Readonly<Record<string, string | undefined>>, number: number): string[] {
  const all = {
    ...{ "--plan": "plan", "--nodes": "./nodes", "--arcs": "./arcs", "--id": "id" },
    ...{ "--source": "source", "--target": "target", "--checkpoint": `checkpoint-${number}`, "--out": `out-${number}` },
    ...change,
  };
  return Object.entries(all).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
}
