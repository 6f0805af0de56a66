import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";
import { quickly, quicklyWith, trainQuickly, writeLearnable } from "../support/trained-run.js";

const results = ["model.safetensors", "history.csv", "summary.json", "checkpoint.safetensors", "config.json"];

describe("evenodds train", () => {
  const folder = useTempFolder();
  beforeEach(() => writeLearnable(folder.at("graph"), { unlabelled: true }));
  const train = (...flags: string[]) => runCli(["train", folder.at("graph"), ...quicklyWith(...flags)]);

  async function expectRefusal(args: readonly string[], message: RegExp): Promise<void> {
    const { code, out, log } = await runCli(["train", ...args]);
    expect({ code, out }, log.join("\n")).to.deep.equal({ code: 2, out: "" });
    expect(log).to.have.length(1);
    expect(log[0]).to.match(message);
  }

  it("says what it learns from, how it goes, how it ended and what comes next", async () => {
    const { code, out, log } = await train("--out", folder.at("run"));
    expect(code).to.equal(0);
    expect(out).to.equal("");
    expect(log[0]).to.match(/^learnable: 48 nodes, \d+ arcs, 3 features, 42 labelled; engine (wasm|TensorFlow)/);
    expect(log[1]).to.match(/^eqgnn: epoch 1 of at most 12, loss [\d.]+, validation [\d.]+, accuracy .*, gap .* left$/);
    expect(log.at(-2)).to.match(/^trained 12 epochs, best \d+: on 11 test nodes accuracy [\d.]+/);
    expect(log.at(-1)).to.match(/^wrote .*run; next: evenodds export .*run --out model\.onnx$/);
    expect((await readdir(folder.at("run"))).sort()).to.deep.equal([...results].sort());
  });

  it("gives the same files for the same seed", async () => {
    await train("--out", folder.at("a"));
    await train("--out", folder.at("b"));
    for (const file of results) {
      expect(await readFile(folder.at("a", file)), file).to.deep.equal(await readFile(folder.at("b", file)));
    }
  });

  for (const method of ["gcn", "eqgnn"]) {
    it(`stops ${method} on Ctrl-C and goes on with --resume to the same bytes`, async () => {
      const flags = ["--method", method, "--epochs", "120", "--patience", "120"];
      await train(...flags, "--out", folder.at("whole"));
      const [path, run] = [folder.at("graph"), folder.at("run")];
      // Off and on a multiple of the epochs after which a checkpoint is due.
      const first = ["train", path, ...quicklyWith(...flags), "--out", run];
      for (const [args, epoch] of [
        [first, 1],
        [["train", "--resume", run], 50],
      ] as const) {
        const stopped = await runCli(args, { interruptOn: (line) => line.includes(`epoch ${epoch} `) });
        expect(stopped.code).to.equal(130);
        expect(stopped.out).to.equal("");
        expect(stopped.log.at(-1)).to.match(
          new RegExp(`^evenodds: training: .*after epoch ${epoch}; go on with evenodds train --resume .*run$`),
        );
      }
      expect(existsSync(folder.at("run", "model.safetensors"))).to.equal(false);
      const unfinished = await runCli(["export", run, "--out", folder.at("model.onnx")]);
      expect(unfinished.code).to.equal(2);
      expect(unfinished.log.join("\n")).to.match(/expected a finished run.*--resume/);
      expect(existsSync(folder.at("model.onnx"))).to.equal(false);

      const resumed = await runCli(["train", "--resume", run]);
      expect(resumed.code, resumed.log.join("\n")).to.equal(0);
      expect(resumed.log[1]).to.match(/epoch 51 of at most 120/);
      for (const file of results) {
        expect(await readFile(folder.at("run", file)), file).to.deep.equal(await readFile(folder.at("whole", file)));
      }
    });
  }

  it("starts no run in a folder that has something in it", async () => {
    await trainQuickly(folder.at("graph"), folder.at("run"));
    await expectRefusal([folder.at("graph"), ...quickly, "--out", folder.at("run")], /found a run in .*--resume/);
    await expectRefusal(
      [folder.at("graph"), ...quickly, "--out", folder.at("graph")],
      /--out: expected a folder that is not read, found .*graph, which is read as graph/,
    );
    expect(existsSync(folder.at("graph", "config.json"))).to.equal(false);
  });

  it("does not go on with another graph than it began with", async () => {
    await trainQuickly(folder.at("graph"), folder.at("run"));
    const nodes = await readFile(folder.at("graph", "nodes.csv"), "utf8");
    await writeFile(folder.at("graph", "nodes.csv"), nodes.replace(/(.*)group 0(.*)/, "$1group 1$2"));
    await expectRefusal(["--resume", folder.at("run")], /expected the graph that the run began with .*another content/);
    await rename(folder.at("graph"), folder.at("elsewhere"));
    await expectRefusal(
      ["--resume", folder.at("run")],
      /graph: expected the graph of the run, found no file or folder/,
    );
  });

  it("takes no other flag beside --resume, which would change nothing", async () => {
    await trainQuickly(folder.at("graph"), folder.at("run"));
    const resume = ["--resume", folder.at("run")];
    await expectRefusal([...resume, "--lambda", "0.1"], /--resume: .*found --lambda/);
    await expectRefusal([...resume, "--no-discriminator-sees-hidden"], /found --no-discriminator-sees-hidden/);
    await expectRefusal([...resume, "--out", folder.at("b")], /found --out/);
    await expectRefusal([...resume, folder.at("graph")], /--resume: .*found .*graph/);
    await expectRefusal(["--resume", folder.at("nothing")], /expected the folder of a run/);
    const whole = await readFile(folder.at("run", "config.json"), "utf8");
    await writeFile(folder.at("run", "config.json"), "{");
    await expectRefusal(resume, /config\.json: expected the settings of a run/);
    await writeFile(folder.at("run", "config.json"), whole.replace('"lambda"', '"lamda"'));
    await expectRefusal(resume, /lamda; did you mean "lambda"\?/);
  });

  it("names a checkpoint that is cut off", async () => {
    await trainQuickly(folder.at("graph"), folder.at("run"));
    const checkpoint = folder.at("run", "checkpoint.safetensors");
    await writeFile(checkpoint, (await readFile(checkpoint)).subarray(0, 1000));
    await expectRefusal(["--resume", folder.at("run")], /checkpoint\.safetensors: expected/);
  });

  it("writes nothing where data and options do not fit", async () => {
    const graph = folder.at("graph");
    const out = ["--out", folder.at("run")];
    await expectRefusal([graph, ...quickly, "--sensitive", "grop", ...out], /"grop"; did you mean "group"\?/);
    await expectRefusal([graph, ...out], /--sensitive: .*eqgnn.*--method gcn/);
    await expectRefusal([graph, ...quickly, "--lambda", "-1", ...out], /--lambda: .*at least 0, found -1/);
    await expectRefusal([graph, ...quickly, "--dropout", "1", ...out], /--dropout: .*below 1, found 1/);
    await expectRefusal([graph, ...quickly, "--learning-rate", "0", ...out], /--learning-rate: .*above 0, found 0/);
    const shares = ["--train-share", "0.8", "--validation-share", "0.2"];
    await expectRefusal([graph, ...quickly, ...shares, ...out], /--validation-share: .*nodes are left for testing/);
    const strata = ["--method", "gcn", "--stratify", "label-and-sensitive"];
    await expectRefusal([graph, ...strata, ...out], /--stratify label-and-sensitive: .*--sensitive/);
    await expectRefusal([graph, ...quickly], /--out: expected a folder for the run/);
    await expectRefusal([...quickly, ...out], /graph: expected a graph to train on/);
    await expectRefusal([folder.at("nothing"), ...quickly, ...out], /no file or folder/);
    expect(existsSync(folder.at("run"))).to.equal(false);
  });

  it("names a graph without labels, and a place that cannot be written", async () => {
    const [graph, run] = [folder.at("graph"), folder.at("run")];
    const nodes = await readFile(folder.at("graph", "nodes.csv"), "utf8");
    await expectRefusal([graph, ...quickly, "--out", folder.at("graph", "nodes.csv")], /--out: expected a folder/);
    await writeFile(folder.at("graph", "nodes.csv"), nodes.replace(/class \d/g, ""));
    await expectRefusal([graph, ...quickly, "--out", run], /expected labelled nodes, found none/);
    expect(existsSync(run)).to.equal(false);
  });

  it("warns where a class has no node to estimate from", async () => {
    await rm(folder.at("graph"), { recursive: true });
    await writeLearnable(folder.at("graph"), { nodes: 40, classes: 12 });
    const { code, log } = await train("--out", folder.at("run"));
    expect(code).to.equal(0);
    expect(log.filter((line) => line.startsWith("warning: no validation node has class"))).not.to.deep.equal([]);
  });
});
