import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { layersJob, requireSpark, sparkEnvironment, sparkPython } from "./support/spark-python.js";

describe("evenodds_layers.py away from its package", function () {
  this.timeout(600_000);
  let folder = "";
  before(function () {
    requireSpark(this);
    folder = mkdtempSync(join(tmpdir(), "evenodds-spark-"));
  });
  after(() => {
    if (folder !== "") rmSync(folder, { recursive: true });
  });

  it("says in one line that it is nowhere", () => {
    mkdirSync(join(folder, "nowhere"));
    copyFileSync(layersJob, join(folder, "nowhere/evenodds_layers.py"));
    const env = { ...sparkEnvironment(), PYTHONPATH: undefined };
    const { status, stderr } = spawnSync(sparkPython!, ["nowhere/evenodds_layers.py"], {
      ...{ cwd: folder, env, encoding: "utf8" },
    });
    expect(stderr).to.match(/^evenodds_layers: Python packages: expected evenodds_spark .*--py-files, found [^\n]*\n$/);
    expect(status).to.equal(2);
  });
});
