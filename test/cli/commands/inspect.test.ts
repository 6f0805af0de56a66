import type { ModelDescription } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { linearModel, scatterModel } from "../../support/onnx-models.js";
import { strangeNames } from "../../support/strange-names.js";
import { featureModel } from "../support/audit-case.js";
import { useTempFolder } from "../support/temp-folder.js";
import { trainQuickly, writeLearnable } from "../support/trained-run.js";

describe("evenodds inspect", () => {
  const folder = useTempFolder();

  it("says what a model of evenodds is", async () => {
    await writeLearnable(folder.at("graph"));
    await trainQuickly(folder.at("graph"), folder.at("run"));
    await runCli(["export", folder.at("run"), "--out", folder.at("model.onnx")]);
    const { code, out, log } = await runCli(["inspect", folder.at("model.onnx")]);
    expect(code).to.equal(0);
    expect(log).to.deep.equal([]);
    for (const row of [
      /^inputs {5}x float32\[N, 3\], edge_index int64\[2, E\]$/m,
      /^outputs {4}logits float32\[N, 2\]$/m,
      /^format {5}IR 8, ai\.onnx 18$/m,
      /^task {7}classification$/m,
      /^classes {4}class 0, class 1$/m,
      /^features {3}3: f0, f1, f2$/m,
      /^split {6}24 training, 12 validation and 12 test nodes$/m,
      /^trained {4}eqgnn on group, seed 3, 12 epochs, (wasm|TensorFlow)/m,
    ]) {
      expect(out).to.match(row);
    }
    const long = out.split("\n").filter((line) => line.length > 80);
    expect(long.every((line) => /^(file|sha256) /.test(line))).to.equal(true);
  });

  it("says little of a model of another tool, and warns of a racing scatter", async () => {
    await folder.write({
      "linear.onnx": linearModel({ features: 2, classes: 3 }),
      "scatter.onnx": scatterModel({ features: 2 }),
    });
    const { out } = await runCli(["inspect", folder.at("linear.onnx")]);
    expect(out)
      .to.match(/^outputs {4}logits float32\[N, 3\]$/m)
      .and.match(/^parameters 6$/m);
    expect(out).not.to.match(/^(classes|features|split|trained|warning)/m);
    expect((await runCli(["inspect", folder.at("scatter.onnx")])).out).to.match(/^warning {4}1 ScatterND/m);
  });

  it("shows the task", async () => {
    const recording = (metadata: Record<string, string>) => linearModel({ features: 2, classes: 1 }, { metadata });
    await folder.write({
      "binary.onnx": recording({ "evenodds.task": "binary", "evenodds.classes": '["no","yes"]' }),
      "regression.onnx": recording({ "evenodds.task": "regression", "evenodds.classes": "[]" }),
      "foreign.onnx": recording({}),
    });
    const shown = async (name: string) => (await runCli(["inspect", folder.at(name)])).out;
    expect(await shown("binary.onnx")).to.match(/^task {7}binary$\n^classes {4}no, yes$/m);
    expect(await shown("regression.onnx"))
      .to.match(/^task {7}regression$/m)
      .and.not.match(/^classes/m);
    expect(await shown("foreign.onnx")).to.match(/^task {7}not recorded, taken as classification$/m);
  });

  it("writes JSON", async () => {
    await folder.write({ "model.onnx": featureModel() });
    const { out, log } = await runCli(["inspect", folder.at("model.onnx"), "--json"]);
    const description = JSON.parse(out) as ModelDescription;
    expect(description.metadata.featureNames).to.deep.equal(["left", "right"]);
    expect(log).to.deep.equal([]);
  });

  it("shows names from the file as text", async () => {
    const names = Object.values(strangeNames).slice(0, 8);
    const metadata = { "evenodds.classes": JSON.stringify(names) };
    await folder.write({ "model.onnx": linearModel({ features: 2, classes: 8 }, { metadata }) });
    const { out } = await runCli(["inspect", folder.at("model.onnx")]);
    // eslint-disable-next-line no-control-regex
    expect(out).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  it("names a file that is not a model", async () => {
    await folder.write({ "model.onnx": "hello" });
    const { code, out, log } = await runCli(["inspect", folder.at("model.onnx")]);
    expect({ code, out }).to.deep.equal({ code: 2, out: "" });
    expect(log).to.have.length(1);
    expect(log[0]).to.match(/model\.onnx: expected an ONNX file/);
  });
});
