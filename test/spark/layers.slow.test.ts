import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { layerModels } from "../exporter/support/layer-models.js";
import { writePlan, type WrittenPlan } from "./support/cut-models.js";
import { randomGraphOf } from "./support/random-graph.js";
import { keptLogits, rowsOfQuery, writeTables } from "./support/spark-graph.js";
import { requireSpark, runJobs, type JobOutcome } from "./support/spark-python.js";

const cases: readonly (readonly [name: string, weighted: boolean])[] = [
  ["two gcn layers on scaled features", true],
  ["batch norm between all of them", false],
  ["one logit for two classes", false],
  ["a number", true],
];

describe("evenodds_layers.py on layers of every kind", function () {
  this.timeout(1_800_000);
  const graph = randomGraphOf({ nodes: 5000, arcs: 100_000, columns: 3 });
  let folder = "";
  let plans: readonly WrittenPlan[] = [];
  let outcomes: readonly JobOutcome[] = [];

  before(async function () {
    requireSpark(this);
    folder = mkdtempSync(join(tmpdir(), "evenodds-spark-"));
    await writeTables(folder, { graph, parts: 3 });
    plans = await Promise.all(
      cases.map(([name, weighted], i) =>
        writePlan(layerModels()[name]!, { graph, weighted, folder: join(folder, `plan-${i}`) }),
      ),
    );
    outcomes = await runJobs(
      cases.map(([, weighted], i) => ({
        arguments: [
          ...["--plan", plans[i]!.folder, "--nodes", `${folder}/nodes`, "--arcs", `${folder}/arcs`, "--keep"],
          ...["--id", "id", "--source", "source", "--target", "target", ...(weighted ? ["--weight", "weight"] : [])],
          ...["--checkpoint", `${folder}/checkpoint-${i}`, "--out", `${folder}/out-${i}`, "--range-rows", "1024"],
          // The columns by their names, or one column of arrays.
          ...(i % 2 === 1 ? ["--features", "features"] : []),
        ],
      })),
      { folder },
    );
  });

  after(() => {
    if (folder !== "") rmSync(folder, { recursive: true });
  });

  for (const [i, [name, weighted]] of cases.entries()) {
    describe(`${name}${weighted ? ", with weights" : ""}`, () => {
      it("gives the bits of the same plan on one machine", async () => {
        expect(outcomes[i]).to.include({ code: 0 });
        const found = await keptLogits(`${folder}/checkpoint-${i}`);
        expect(new Uint8Array(found.buffer)).to.deep.equal(new Uint8Array(plans[i]!.logits.buffer));
      });

      it("is within 1e-5 of the whole model", () => {
        const { logits, whole } = plans[i]!;
        const largest = whole.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
        const furthest = whole.reduce((most, value, at) => Math.max(most, Math.abs(value - logits[at]!)), 0);
        expect(furthest / largest).to.be.below(1e-5);
      });

      it("predicts what the whole model does", async () => {
        const rows = await rowsOfQuery(`SELECT * FROM '${folder}/out-${i}/*.parquet'`);
        const sorted = graph.ids.map((id) => Buffer.from(id)).sort((a, b) => a.compare(b));
        expect(rows.map((row) => row.node_id)).to.deep.equal(sorted.map(String));
        const { whole } = plans[i]!;
        const { task, classes } = layerModels()[name]!;
        const columns = whole.length / rows.length;
        rows.forEach((row, n) => {
          const logits = [...whole.subarray(n * columns, (n + 1) * columns)];
          if (task === "regression")
            return expect(row.predicted).to.be.closeTo(logits[0]!, 1e-5 * Math.max(1, Math.abs(logits[0]!)));
          const all = task === "binary" ? [0, logits[0]!] : logits;
          expect(row.predicted).to.equal(classes[all.indexOf(Math.max(...all))]);
          const total = all.reduce((sum, one) => sum + Math.exp(one - Math.max(...all)), 0);
          const share = Math.exp(all[0]! - Math.max(...all)) / total;
          return expect(row[`probability_${classes[0]!}`]).to.be.closeTo(share, 1e-4);
        });
      });
    });
  }
});
