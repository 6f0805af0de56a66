import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { splitParts, type SplitPart } from "@evenodds/core";
import { loadGraph, type LoadedGraph } from "@evenodds/data";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { linearModel } from "../../support/onnx-models.js";
import { useTempFolder } from "../support/temp-folder.js";

const fixtures = join(import.meta.dirname, "../../fixtures/tensor-graph");

describe("commands on a graph in one file", function () {
  this.timeout(120_000);
  const folder = useTempFolder();
  const model = linearModel({ features: 4, classes: 2 }, { metadata: { "evenodds.classes": '["denied","approved"]' } });
  beforeEach(async () => {
    await folder.write({ "model.onnx": model });
    await cp(fixtures, folder.at("g"), { recursive: true });
  });

  /** Runs a command line that must end with 0 or an expected code, and returns what it printed. */
  async function succeed(args: readonly string[], expected = 0) {
    const result = await runCli(args);
    expect(result.code, result.log.join("\n")).to.equal(expected);
    return result;
  }

  it("audit, with masks or a file of nodes, and predict", async () => {
    const quick = ["--draws", "20", "--json"];
    const npz = ["audit", folder.at("model.onnx"), folder.at("g/graph.npz")];
    const masked = JSON.parse((await succeed([...npz, "--split", "test", ...quick])).out) as Record<string, unknown>;
    const { parts } = (await loadGraph(folder.at("g/card"))).split!;
    const { graph } = await loadGraph(folder.at("g/graph.npz"));
    await folder.write({ "nodes.txt": [...parts.test].map((node) => graph.nodeIds[node]).join("\n") });
    const nodes = ["--nodes", folder.at("nodes.txt")];
    const listed = JSON.parse((await succeed([...npz, ...nodes, ...quick])).out) as Record<string, unknown>;
    const told = { data: null, options: null, split: "test" };
    expect({ ...listed, ...told }).to.deep.equal({ ...masked, ...told });
    const text = (await succeed([...npz, ...nodes, "--draws", "20"])).out;
    expect(text.replace(/\s+/g, " ")).to.include(`24 nodes, by the ids in ${folder.at("nodes.txt")}, provider cpu`);
    expect(JSON.stringify(masked)).to.include("by position, in the order of the graph's columns: not checked");
    expect(JSON.stringify(masked) + text).not.to.match(/\bcard\b/);
    for (const [flags, words] of [
      [["--split", "test"], /^evenodds: --nodes: expected one of the two, found --split beside it/],
      [["--id", "n"], /a \.txt file has one id in each line, and no header/],
    ] as const) {
      const { log } = await succeed([...npz, ...nodes, ...flags], 2);
      expect(log.join("\n")).to.match(words);
    }
    const alone = await succeed([...npz, "--id", "id"], 2);
    expect(alone.log.join("\n")).to.match(/--id: expected --nodes beside it/);
    for (const [name, graph] of [
      ["one.csv", "g/graph.npz"],
      ["card.csv", "g/card"],
    ] as const) {
      await succeed(["predict", folder.at("model.onnx"), folder.at(graph), "--out", folder.at(name)]);
    }
    expect(await readFile(folder.at("one.csv"), "utf8")).to.equal(await readFile(folder.at("card.csv"), "utf8"));
  });

  it("train, export and audit, with the graph where it was or where it is named", async () => {
    const graph = folder.at("g/graph.safetensors");
    const options = ["--method", "debias", "--epochs", "2", "--hidden", "4", "--engine", "wasm"];
    const { log } = await succeed(["train", graph, ...options, "--sensitive", "region", "--out", folder.at("run")]);
    // Of the 56 nodes with a part, nodes 3 and 17 have no label.
    expect(log.join("\n")).to.match(
      /note: the split is that of train_mask, val_mask, test_mask of graph\.safetensors: \d+ labelled nodes for training, \d+ for validation, \d+ for test; --draw-split draws one/,
    );
    const counts = /: (\d+) labelled nodes for training, (\d+) for validation, (\d+) for test/.exec(log.join("\n"))!;
    expect(counts.slice(1).reduce((sum, count) => sum + Number(count), 0)).to.be.within(54, 56);
    expect(log.join("\n")).to.include("Of graph.safetensors, sensitive (int64 [60])");
    await succeed(["export", folder.at("run"), "--out", folder.at("own.onnx")]);
    const moved = ["--graph", folder.at("g/graph.npz")];
    await succeed(["export", folder.at("run"), "--out", folder.at("moved.onnx"), ...moved]);
    expect(await readFile(folder.at("own.onnx"))).to.deep.equal(await readFile(folder.at("moved.onnx")));
    const flags = ["--sensitive", "region", "--draws", "0"];
    const audited = await succeed(["audit", folder.at("own.onnx"), graph, ...flags, "--split", "test", "--json"]);
    const report = JSON.parse(audited.out) as { data: { audited: { nodes: number; from: string } } };
    expect(report.data.audited).to.deep.include({ from: "test_mask of graph.safetensors" });
  });

  it("train and sweep on the split of the masks, or on one that is drawn, and say which", async () => {
    const graph = folder.at("g/graph.safetensors");
    const options = ["--method", "gcn", "--epochs", "2", "--hidden", "4", "--engine", "wasm"];
    const drawn = ["train", graph, ...options, "--draw-split", "--train-share", "0.4", "--out", folder.at("drawn")];
    expect((await succeed(drawn)).log.join("\n")).to.include(
      "training draws a split of its own; that of train_mask, val_mask, test_mask",
    );
    const unsure = ["train", graph, ...options, "--train-share", "0.4", "--out", folder.at("other")];
    expect((await succeed(unsure, 2)).log.join("\n")).to.match(
      /--train-share: expected a split that is drawn, found that of train_mask, val_mask, test_mask of graph\.safetensors, which is not drawn; say --draw-split/,
    );
    // Trained on a split of its own, which is not that of the masks.
    await succeed(["export", folder.at("drawn"), "--out", folder.at("own.onnx")]);
    const audit = ["audit", folder.at("own.onnx"), graph, "--sensitive", "region", "--draws", "0"];
    const refused = await succeed([...audit, "--split", "test"], 2);
    expect(refused.log.join("\n")).to.match(
      /--split test: expected one split of the nodes, found two: test_mask of graph\.safetensors has .*--nodes/,
    );
    await succeed(audit);
    const sweep = ["sweep", graph, ...options.slice(2), "--sensitive", "region", "--seeds", "1,2", "--workers", "1"];
    const grid = ["--grid", "method=gcn,debias", "--out", folder.at("sweep")];
    const { log } = await succeed([...sweep, ...grid]);
    expect(log.join("\n")).to.match(/note: the split is that of train_mask, val_mask, test_mask of graph\.safetensors/);
    const text = (await readFile(folder.at("sweep/summary.md"), "utf8")).replaceAll(/\s+/g, " ");
    expect(text).to.match(
      /All runs have the split of train\\?_mask, val\\?_mask, test\\?_mask of graph\.safetensors; seed s/,
    );
    expect(text).to.include("Pooled gaps count every test node once for each seed.");
    const begun = JSON.parse(await readFile(folder.at("sweep/sweep.json"), "utf8")) as {
      graph: { split: { from: string } };
    };
    expect(begun.graph.split.from).to.equal("train_mask, val_mask, test_mask of graph.safetensors");
    expect((await succeed([...sweep, ...grid, "--draw-split"], 2)).log.join("\n")).to.match(
      /expected the sweep that it was begun with \(the split train_mask.*found the split drawn/,
    );
    const shares = ["--grid", "train-share=0.4,0.5", "--out", folder.at("shares")];
    expect((await succeed([...sweep, ...shares], 2)).log.join("\n")).to.match(
      /--train-share: expected a split that is/,
    );
  });

  it("resume a run with the split that it began with alone", async () => {
    const graph = folder.at("g/graph.safetensors");
    const run = ["train", graph, "--method", "gcn", "--epochs", "2", "--hidden", "4", "--engine", "wasm"];
    await succeed([...run, "--out", folder.at("run")]);
    const model = await readFile(folder.at("run/model.safetensors"));
    await rm(folder.at("run/model.safetensors"));
    await rm(folder.at("run/checkpoint.safetensors"));
    await succeed(["train", "--resume", folder.at("run")]);
    expect(await readFile(folder.at("run/model.safetensors"))).to.deep.equal(model);
    const config = await readFile(folder.at("run/config.json"), "utf8");
    await folder.write({ "run/config.json": config.replace(/("split": \{[^}]*"sha256": ")..../, "$1ffff") });
    expect((await succeed(["train", "--resume", folder.at("run")], 2)).log.join("\n")).to.match(
      /expected the split that the run uses \(ffff/,
    );
  });

  it("split, which says what it leaves out", async () => {
    const parts = ["--training", folder.at("a"), "--held-out", folder.at("b")];
    const { log } = await succeed(["split", folder.at("g/graph.npz"), ...parts]);
    expect(log.join("\n")).to.include("note: Of graph.npz, region (int64 [60]), region_names (text [3]) are not used.");
    expect(log.join("\n")).to.include(
      "note: the split of train_mask, val_mask, test_mask of graph.npz goes along, as a column of the nodes.",
    );
    const whole = await loadGraph(folder.at("g/graph.npz"));
    const names = ({ graph, split }: LoadedGraph, part: SplitPart) =>
      Array.from(split!.parts[part], (node) => graph.nodeIds[node]);
    const graphs = [await loadGraph(folder.at("a")), await loadGraph(folder.at("b"))];
    expect(graphs.map(({ graph }) => graph.nodeCount)).to.deep.equal([30, 30]);
    for (const part of splitParts) {
      expect(graphs.flatMap((one) => names(one, part)).sort(), part).to.deep.equal(names(whole, part).sort());
    }
  });
});
