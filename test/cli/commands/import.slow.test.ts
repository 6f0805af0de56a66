import { existsSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { inspectModel } from "@evenodds/auditor";
import { decodeSafetensors, encodeSafetensors } from "@evenodds/core";
import { writeGraph } from "@evenodds/data";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { pygPath } from "../../exporter/support/pyg-fixtures.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("evenodds import", () => {
  const folder = useTempFolder();
  const out = () => folder.at("deep", "model.onnx");
  const importPyg = (name: string, ...flags: string[]) =>
    runCli([
      ...["import", pygPath(`${name}.safetensors`), "--model", pygPath(`${name}.yaml`)],
      ...["--out", out(), ...flags],
    ]);

  async function expectRefusal(run: ReturnType<typeof runCli>, message: RegExp): Promise<void> {
    const { code, log } = await run;
    expect(code, log.join("\n")).to.equal(2);
    expect(log).to.have.length(1);
    expect(log[0]).to.match(message);
    expect(existsSync(out())).to.equal(false);
  }

  it("writes a model that is proven on a run of the original", async () => {
    const { code, out: printed, log } = await importPyg("gat", "--logits", pygPath("gat.logits.safetensors"));
    expect({ code, printed }, log.join("\n")).to.deep.equal({ code: 0, printed: "" });
    expect(log.join("\n"))
      .to.match(/│ gat\.logits\.safetensors +│ +24 │ +82 │ .*│ equal/)
      .and.match(/│ hubs /);
    expect(log.slice(0, -1).filter((line) => !/^[│┌├└]/.test(line))).to.deep.equal([
      "note: the training nodes are not known: audit with --split all, on nodes that were not trained on",
    ]);
    expect(log.at(-1)).to.match(/^wrote .*model\.onnx \(\d+ bytes, opset 18\), proven on 5 graphs$/);
    const { metadata } = inspectModel(await readFile(out()));
    expect(metadata).to.deep.include({ classes: ["low", "middle", "high"], labelName: "income" });
    expect(metadata.featureNames).to.deep.equal(["f0", "f1", "f2", "f3", "f4"]);
    expect({ split: metadata.split, provenance: metadata.provenance }).to.deep.equal({ split: null, provenance: null });
  });

  it("says what was not proven, and what PyG does with self loops", async () => {
    const { code, log } = await importPyg("gcn", "--form", "portable");
    expect(code).to.equal(0);
    const notes = log.filter((line) => line.startsWith("note: "));
    expect(notes).to.have.length(3);
    expect(notes[0]).to.match(/not that the original model has them; --logits/);
    expect(notes[1]).to.match(/GCNConv replaces a self loop .* remove them first$/);
    expect(log.at(-1)).to.match(/proven on 4 graphs$/);
  });

  it("proves on a graph, and counts its self loops where they matter", async () => {
    const x = decodeSafetensors(await readFile(pygPath("gcn.logits.safetensors")), "run").tensors.get("x")!;
    const [names, label] = [["f0", "f1", "f2", "f3", "f4"], Int32Array.from({ length: 24 }, (_, node) => node % 3)];
    await writeGraph(folder.at("graph"), {
      name: "looped",
      graph: {
        nodeCount: 24,
        source: Int32Array.of(0, 5, 7, 7),
        target: Int32Array.of(1, 6, 7, 8),
        features: Float32Array.from(x.values),
        featureNames: names,
        nodeIds: Array.from({ length: 24 }, (_, node) => `n${node}`),
      },
      nodes: { label, classes: ["low", "middle", "high"], labelName: "income", sensitive: [] },
    });
    const { code, log } = await importPyg("gcn", "--graph", folder.at("graph"));
    expect(code, log.join("\n")).to.equal(0);
    expect(log.join("\n")).to.match(/│ looped +│ +24 │/);
    expect(log.join("\n")).to.match(/remove them first \(the graph has 1\)/);
  });

  it("keeps task and license of the card, and gives the same bytes again", async () => {
    await importPyg("residual");
    const first = await readFile(out());
    const { metadata } = inspectModel(first);
    expect(metadata.task).to.equal("binary");
    expect(metadata.form).to.equal("fast");
    expect(metadata.foreign).to.deep.equal({ model_license: "CC-BY-4.0" });
    await importPyg("residual");
    expect((await readFile(out())).equals(first)).to.equal(true);
  });

  it("takes author and license of the card, and those of the flags before them", async () => {
    const card = await readFile(pygPath("residual.yaml"), "utf8");
    await folder.write({ "card.yaml": `${card}author: Ada\n` });
    const stored = async (...flags: string[]) => {
      const state = pygPath("residual.safetensors");
      const command = ["import", state, "--model", folder.at("card.yaml"), "--out", out(), ...flags];
      const { code, log } = await runCli(command);
      expect(code, log.join("\n")).to.equal(0);
      const { model_author: author, model_license: license } = inspectModel(await readFile(out())).metadata.foreign;
      return [author, license];
    };
    expect(await stored()).to.deep.equal(["Ada", "CC-BY-4.0"]);
    expect(await stored("--author", "Grace")).to.deep.equal(["Grace", "CC-BY-4.0"]);
    expect(await stored("--license", "MIT")).to.deep.equal(["Ada", "MIT"]);
  });

  it("writes nothing where the original model gives other logits", async () => {
    const file = pygPath("gcn.logits.safetensors");
    const { tensors } = decodeSafetensors(await readFile(file), "run");
    const logits = tensors.get("logits")!;
    const changed = Float32Array.from(logits.values, (value, i) => (i === 7 ? value + 0.01 : value));
    await folder.write({
      "other.safetensors": encodeSafetensors(new Map([...tensors, ["logits", { ...logits, values: changed }]]), {}),
    });
    const found = /logits on graph "other\.safetensors", node 2, class 1: expected /;
    await expectRefusal(importPyg("gcn", "--logits", folder.at("other.safetensors")), found);
    const loops = pygPath("gcn-self-loops.logits.safetensors");
    await expectRefusal(importPyg("gcn", "--logits", loops), /no self loops.*remove_self_loops/);
  });

  it("names what is wrong in the card, the weights and the place", async () => {
    await copyFile(pygPath("gcn.yaml"), folder.at("card.yaml"));
    const state = pygPath("sage-mean.safetensors");
    const command = ["import", state, "--model", folder.at("card.yaml"), "--out", out()];
    await expectRefusal(
      runCli(command),
      /conv1\.lin\.weight of layer 1, gcn "conv1": .*no such key in sage-mean\.safe/,
    );
    await writeFile(folder.at("card.yaml"), "label: y\nfeatures: [a]\nlayers: [relo]\n");
    await expectRefusal(runCli(command), /card\.yaml: layers\.0\.kind: .*did you mean "relu"/);
    const missing = ["import", folder.at("none"), "--model", pygPath("gcn.yaml"), "--out", out()];
    await expectRefusal(runCli(missing), /none: expected a model file to read, found no such file/);
    await writeFile(folder.at("model.pt"), Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0, 0));
    const torch = ["import", folder.at("model.pt"), "--model", pygPath("gcn.yaml"), "--out", out()];
    await expectRefusal(runCli(torch), /model\.pt: expected a safetensors file, found a file of torch\.save/);
    await expectRefusal(importPyg("gcn", "--tolerance", "0"), /tolerance/);
    await expectRefusal(runCli(["import", state, "--out", out()]), /'--model <file>' not specified/);
  });
});
