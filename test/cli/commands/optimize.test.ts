import { existsSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { inspectModel } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/optimize/${name}`, import.meta.url));

describe("evenodds optimize", () => {
  const folder = useTempFolder();
  const optimize = (model: string, ...flags: string[]) =>
    runCli(["optimize", model, "--out", folder.at("fast.onnx"), ...flags]);

  async function expectRefusal(model: string, flags: readonly string[], message: RegExp): Promise<void> {
    const { code, out, log } = await optimize(model, ...flags);
    expect({ code, out }, log.join("\n")).to.deep.equal({ code: 2, out: "" });
    expect(log).to.have.length(1);
    expect(log[0]).to.match(message);
    expect(existsSync(folder.at("fast.onnx"))).to.equal(false);
  }

  it("says what it found and left, shows the proof, and writes the file", async () => {
    await writeFile(folder.at("fast.onnx"), "an older one");
    const { code, out, log } = await optimize(fixture("sage-mean-script.onnx"));
    expect({ code, out }, log.join("\n")).to.deep.equal({ code: 0, out: "" });
    expect(log[0]).to.equal("rewrote 2 means over neighbours, by one set of tables");
    expect(log[1]).to.equal("left 2 scatters as they are: one number per arc is fast that way");
    expect(log[2])
      .to.match(/│ hubs +│ +400 │ +3000 │ .*│ equal/)
      .and.match(/│ no arcs /);
    expect(log[3]).to.match(/^wrote .*fast\.onnx \(\d+ bytes, opset 18\), proven on 4 graphs$/);
    const before = inspectModel(await readFile(fixture("sage-mean-script.onnx")));
    const after = inspectModel(await readFile(folder.at("fast.onnx")));
    for (const field of ["inputs", "outputs", "opsets", "irVersion", "producer", "metadata"] as const) {
      expect(after[field], field).to.deep.equal(before[field]);
    }
  });

  it("makes one file of a model with data beside it", async () => {
    for (const name of ["gcn-wide-dynamo-external.onnx", "gcn-wide-dynamo-external.onnx.data"]) {
      await copyFile(fixture(name), folder.at(name));
    }
    const { code, log } = await optimize(folder.at("gcn-wide-dynamo-external.onnx"));
    expect(code, log.join("\n")).to.equal(0);
    expect(inspectModel(await readFile(folder.at("fast.onnx"))).externalFiles).to.deep.equal([]);
    await copyFile(fixture("gcn-wide-dynamo-external.onnx"), folder.at("alone.onnx"));
    const alone = await runCli(["optimize", folder.at("alone.onnx"), "--out", folder.at("other.onnx")]);
    expect(alone.code).to.equal(0);
  });

  it("refuses models that have nothing to make faster, or that evenodds cannot run", async () => {
    await expectRefusal(
      fixture("no-edges-script.onnx"),
      [],
      /sums over neighbours .*found none; use the model as it is/,
    );
    await expectRefusal(fixture("gcn-script-opset14.onnx"), [], /opset of the model: expected at least 16, found 14/);
    await expectRefusal(fixture("gcn-flat-script.onnx"), [], /logits float32\[N, C\].*without a squeeze/);
    await expectRefusal(fixture("gcn-weighted-script.onnx"), [], /expected inputs x .* edge_weight/);
    await expectRefusal(folder.at("nothing.onnx"), [], /nothing\.onnx: .*no such file/);
  });

  it("writes nothing where the proof fails", async () => {
    const model = fixture("gcn-script.onnx");
    await expectRefusal(model, ["--tolerance", "1e-30"], /logits on graph "hubs".*keep the model as it is/);
    await expectRefusal(model, ["--tolerance", "0"], /tolerance: expected a positive number/);
    await expectRefusal(model, ["--graph", folder.at("nowhere")], /nowhere/);
  });
});
