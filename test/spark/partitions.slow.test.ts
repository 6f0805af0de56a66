import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { readPage, root } from "../docs/support/pages.js";
import { layerModels } from "../exporter/support/layer-models.js";
import { below, executorsOf, quietly } from "../support/processes-below.js";
import { writePlan } from "./support/cut-models.js";
import { randomGraphOf } from "./support/random-graph.js";
import { contentsOf, keptLogits, writeTables } from "./support/spark-graph.js";
import { layersJob, requireSpark, runJobs, sparkPython, submit, submitWords } from "./support/spark-python.js";

const zipWords = ["python3", "-m", "zipfile", "-c"];

describe("evenodds_layers.py, however Spark distributes it", function () {
  this.timeout(1_800_000);
  const graph = randomGraphOf({ nodes: 4000, arcs: 30_000, columns: 3 });
  let folder = "";
  let logits: Float32Array = new Float32Array();
  const flags = (name: string, { parts = 1, more = [] as readonly string[] } = {}) => [
    ...[
      "--plan",
      `${folder}/plan`,
      "--nodes",
      `${folder}/tables-${parts}/nodes`,
      "--arcs",
      `${folder}/tables-${parts}/arcs`,
    ],
    ...["--id", "id", "--source", "source", "--target", "target", "--label", "y", "--sensitive", "sex"],
    ...["--checkpoint", `${folder}/checkpoint-${name}`, "--out", `${folder}/out-${name}`],
    ...["--counts", `${folder}/counts-${name}`, ...more],
  ];
  const outputs = async (name: string) => [
    await contentsOf(`${folder}/out-${name}`),
    await contentsOf(`${folder}/counts-${name}`),
  ];

  before(async function () {
    requireSpark(this);
    folder = mkdtempSync(join(tmpdir(), "evenodds-spark-"));
    for (const parts of [1, 5]) await writeTables(`${folder}/tables-${parts}`, { graph, parts });
    ({ logits } = await writePlan(layerModels()["residual links"]!, { graph, folder: `${folder}/plan` }));
    const settings = (partitions: number) => ({ "spark.sql.shuffle.partitions": String(partitions) });
    const [first, ...others] = await runJobs(
      [
        { arguments: flags("one", { more: ["--keep"] }), settings: settings(1) },
        {
          arguments: flags("many", { parts: 5, more: ["--range-rows", "1024", "--slice-arcs", "2000"] }),
          settings: { ...settings(17), "spark.sql.adaptive.enabled": "true" },
        },
        // A run that is over does nothing again but its outputs.
        { arguments: flags("one", { more: ["--keep"] }) },
      ],
      { folder, master: "local[2]" },
    );
    expect(first).to.include({ code: 0, steps: 5 });
    expect(others.map(({ code, steps }) => [code, steps])).to.deep.equal([
      [0, 5],
      [0, 0],
    ]);
  });

  after(() => {
    if (folder !== "") rmSync(folder, { recursive: true });
  });

  it("gives the bits of one machine", async () => {
    expect(new Uint8Array((await keptLogits(`${folder}/checkpoint-one`)).buffer)).to.deep.equal(
      new Uint8Array(logits.buffer),
    );
  });

  it("gives the same rows in the same bytes of 1 and 17 partitions, of tables in 1 and 5 parts, and of other ranges", async () => {
    expect(await outputs("many")).to.deep.equal(await outputs("one"));
  });

  it("removes from the checkpoint what no later step reads, unless it is told to keep it", () => {
    const tables = (name: string) =>
      readdirSync(`${folder}/checkpoint-${name}`).filter((file) => /^step-\d+-\w+$/.test(file));
    expect(tables("one")).to.have.length(5);
    expect(tables("many")).to.deep.equal(["step-005-dense"]);
  });

  it("gives the same rows in the same bytes where an executor and the driver are killed, and the job is submitted again", async () => {
    // Away from its package, which comes with the job as a zip file, as the page says.
    const [zip, alone] = [`${folder}/evenodds_spark.zip`, `${folder}/alone/evenodds_layers.py`];
    expect(readPage("docs/spark.md")).to.include(`${zipWords.join(" ")} out/evenodds_spark.zip packages/spark/src/`);
    execFileSync(sparkPython!, [...zipWords.slice(1), zip, join(root, "packages/spark/src/evenodds_spark")]);
    mkdirSync(`${folder}/alone`);
    copyFileSync(layersJob, alone);
    const words = [...submitWords("local-cluster[2,1,1024]"), "--py-files", zip, alone, ...flags("killed")];
    let executorKilled = false;
    const first = await submit(words, folder, {
      env: { PYTHONPATH: undefined },
      onText: (text, child) => {
        if (/step 2 of/.test(text) && !executorKilled) {
          executorKilled = true;
          process.kill(executorsOf(child.pid!)[0]!, "SIGKILL");
        }
        if (/step 4 of/.test(text)) {
          for (const pid of [child.pid!, ...below(child.pid!)]) quietly(() => process.kill(pid, "SIGKILL"));
        }
      },
    });
    expect(executorKilled, first.stdout).to.equal(true);
    expect(first.code, first.stdout).not.to.equal(0);
    const left = readdirSync(folder);
    expect(left).not.to.include("out-killed");
    const [again] = await runJobs([{ arguments: flags("killed") }], { folder });
    expect(again!.code).to.equal(0);
    expect(again!.steps).to.be.within(1, 2);
    expect(await outputs("killed")).to.deep.equal(await outputs("one"));
  });
});
