import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { inspectModel } from "@evenodds/auditor";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";
import { trainQuickly, writeLearnable } from "../support/trained-run.js";

describe("evenodds export", () => {
  const folder = useTempFolder();
  beforeEach(async () => {
    await writeLearnable(folder.at("graph"));
    await trainQuickly(folder.at("graph"), folder.at("run"));
  });
  const exportRun = (...flags: string[]) => runCli(["export", folder.at("run"), ...flags]);

  async function expectRefusal(flags: readonly string[], message: RegExp): Promise<void> {
    const { code, out, log } = await exportRun(...flags);
    expect({ code, out }, log.join("\n")).to.deep.equal({ code: 2, out: "" });
    expect(log).to.have.length(1);
    expect(log[0]).to.match(message);
  }

  it("writes a model that carries its classes and split, and shows the proof", async () => {
    const { code, out, log } = await exportRun("--out", folder.at("deep", "model.onnx"));
    expect(code).to.equal(0);
    expect(out).to.equal("");
    const table = log.join("\n");
    expect(table).to.match(/graph +│ +nodes +│ +arcs +│ max \|Δ logits\|/);
    expect(table)
      .to.match(/│ learnable +│ +48 │ .*│ equal/)
      .and.match(/│ no arcs /);
    expect(log.at(-1)).to.match(/^wrote .*model\.onnx \(\d+ bytes, opset 18\), proven on \d graphs$/);
    const { metadata } = inspectModel(await readFile(folder.at("deep", "model.onnx")));
    expect(metadata.classes).to.deep.equal(["class 0", "class 1"]);
    expect(metadata.provenance).to.deep.include({ method: "eqgnn", sensitive: "group", seed: 3 });
  });

  it("writes the portable form, and files of fixed sizes, proven as well", async () => {
    const portable = await exportRun("--out", folder.at("model.onnx"), "--form", "portable");
    expect(portable.log.at(-1)).to.match(/proven on 5 graphs$/);
    const fixed = await exportRun("--out", folder.at("model.onnx"), "--nodes", "20", "--edges", "60");
    expect(fixed.code, fixed.log.join("\n")).to.equal(0);
    expect(fixed.log.join("\n")).to.match(/│ hubs +│ +20 │ +60 │ .*│ equal/);
    expect(fixed.log.at(-1)).to.match(/proven on 2 graphs$/);
    await expectRefusal(["--out", folder.at("model.onnx"), "--nodes", "0"], /nodes/);
  });

  it("keeps author and license where they are stated", async () => {
    const stored = async (...flags: string[]) => {
      const { code, log } = await exportRun("--out", folder.at("model.onnx"), ...flags);
      expect(code, log.join("\n")).to.equal(0);
      return inspectModel(await readFile(folder.at("model.onnx"))).metadata.foreign;
    };
    expect(await stored()).to.deep.equal({});
    expect(await stored("--author", "Ada, Grace", "--license", "MIT")).to.deep.equal({
      model_author: "Ada, Grace",
      model_license: "MIT",
    });
    const { out } = await runCli(["inspect", folder.at("model.onnx")]);
    expect(out).to.match(/^author {5}Ada, Grace\nlicense {4}MIT$/m);
    await expectRefusal(["--out", folder.at("other.onnx"), "--license", ""], /--license .* must not be empty/);
    expect(existsSync(folder.at("other.onnx"))).to.equal(false);
  });

  it("gives the same bytes twice, over a model that is there", async () => {
    await writeFile(folder.at("model.onnx"), "an older one");
    await exportRun("--out", folder.at("model.onnx"));
    await exportRun("--out", folder.at("again.onnx"));
    expect(await readFile(folder.at("model.onnx"))).to.deep.equal(await readFile(folder.at("again.onnx")));
  });

  it("finds the training graph where it was moved to, and refuses another", async () => {
    await rename(folder.at("graph"), folder.at("moved"));
    const out = ["--out", folder.at("model.onnx")];
    await expectRefusal(out, /graph: expected the graph of the run, found no file or folder; .*--graph/);
    await writeLearnable(folder.at("other"), { seed: 2 });
    await expectRefusal([...out, "--graph", folder.at("other")], /other: expected the graph that .* trained on/);
    expect(existsSync(folder.at("model.onnx"))).to.equal(false);
    expect((await exportRun(...out, "--graph", folder.at("moved"))).code).to.equal(0);
  });

  it("writes nothing where the proof fails or the place is wrong", async () => {
    const out = ["--out", folder.at("model.onnx")];
    await expectRefusal([...out, "--tolerance", "1e-30"], /logits/);
    await expectRefusal([...out, "--tolerance", "0"], /tolerance: expected a positive number/);
    await mkdir(folder.at("place"));
    await expectRefusal(["--out", folder.at("place")], /--out: expected a file to write, found the folder/);
    await writeFile(folder.at("file"), "");
    await expectRefusal(["--out", folder.at("file", "model.onnx")], /within the file/);
    for (const name of ["config.json", "model.onnx"]) {
      await expectRefusal(["--out", folder.at("run", name)], /--out: expected a file that is not read/);
    }
    expect(existsSync(folder.at("model.onnx"))).to.equal(false);
    const { code, log } = await runCli(["export", folder.at("nothing"), ...out]);
    expect(code).to.equal(2);
    expect(log.join("\n")).to.match(/nothing: expected the folder of a run/);
  });
});
