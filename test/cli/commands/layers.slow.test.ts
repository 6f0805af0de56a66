import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { LayerPlan } from "@evenodds/core";
import { exportModel } from "@evenodds/exporter";
import { expect } from "chai";
import { gcn, linear, randomModel } from "../../exporter/support/models.js";
import { runCli } from "../../support/fake-terminal.js";
import { linearModel } from "../../support/onnx-models.js";
import type { RunsBelowCeilings } from "../support/run-below-ceilings.js";
import { useTempFolder } from "../support/temp-folder.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

describe("evenodds layers", () => {
  const folder = useTempFolder();

  it("cuts every model of models/ into a plan, proven, and gives the same bytes again", async () => {
    for (const name of ["nba-gcn", "german-eqgnn-sage", "bail-eqgnn-gat"]) {
      const model = join(root, "models", name, "model.onnx");
      const line = (out: string) => ["layers", model, "--out", folder.at(out)];
      const { code, log } = await runCli(line(name));
      expect(code, log.join("\n")).to.equal(0);
      expect(log.at(-1)).to.match(/: 5 steps \(3 dense, 2 along arcs\), proven on 4 graphs$/);
      const plan = JSON.parse(readFileSync(folder.at(name, "plan.json"), "utf8")) as LayerPlan;
      const files = plan.steps.flatMap((step) => (step.op === "dense" ? [step.file] : []));
      expect(readdirSync(folder.at(name)).sort()).to.deep.equal([...files, "plan.json"].sort());
      await runCli(line(`${name}-again`));
      for (const file of readdirSync(folder.at(name))) {
        expect(
          readFileSync(folder.at(`${name}-again`, file)).equals(readFileSync(folder.at(name, file))),
          file,
        ).to.equal(true);
      }
    }
  });

  it("proves files for one size on graphs of this size, and files with weights of arcs on graphs with weights", async () => {
    const model = randomModel([gcn("a", 3, 4), { kind: "relu" }, linear("b", 4, 1)], { task: "regression" });
    await folder.write({
      "fixed.onnx": exportModel(model, { nodes: 30, arcs: 60, form: "portable" }),
      "weighted.onnx": exportModel(model, { edgeWeights: true }),
    });
    const fixed = await runCli(["layers", folder.at("fixed.onnx"), "--out", folder.at("fixed")]);
    expect(fixed.log.at(-1)).to.match(/: 3 steps \(2 dense, 1 along arcs\), proven on 2 graphs$/);
    const weighted = await runCli(["layers", folder.at("weighted.onnx"), "--out", folder.at("weighted")]);
    expect(weighted.log.at(-1)).to.match(/: 3 steps \(2 dense, 1 along arcs\), proven on 4 graphs$/);
    expect([fixed.code, weighted.code]).to.deep.equal([0, 0]);
  });

  it("refuses a model of another tool and a folder with something in it, and writes nothing", async () => {
    await folder.write({ "m.onnx": linearModel({ features: 1, classes: 2 }), "full/file": "somebody's" });
    const foreign = await runCli(["layers", folder.at("m.onnx"), "--out", folder.at("out")]);
    expect(foreign.code).to.equal(2);
    expect(foreign.log.join("\n")).to.match(/expected a model that evenodds exported.*found a model of another tool/);
    expect(existsSync(folder.at("out"))).to.equal(false);
    const model = join(root, "models", "nba-gcn", "model.onnx");
    const full = await runCli(["layers", model, "--out", folder.at("full")]);
    expect([full.code, readdirSync(folder.at("full"))]).to.deep.equal([2, ["file"]]);
  });
});

describe("a model on a graph for which there is too little memory", () => {
  const script = fileURLToPath(new URL("../support/run-below-ceilings.ts", import.meta.url));
  let found: RunsBelowCeilings;
  before(async () => {
    // In a process of their own: what a process of many tests holds falls while one of them measures it.
    const flags = ["--import=tsx", "--conditions=@evenodds/source", script];
    const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: root });
    found = JSON.parse(stdout) as RunsBelowCeilings;
  });

  it("is run layer by layer, says so, and gives the same bits at every ceiling", () => {
    expect(found.noted).to.deep.equal({ whole: false, small: true, larger: true });
    expect(found.sameBits).to.equal(true);
    expect(found.furthest).to.be.below(1e-5);
  });

  it("is audited the same way", () => {
    expect(found.audit).to.deep.equal({ noted: true, used: 20_000 });
  });
});
