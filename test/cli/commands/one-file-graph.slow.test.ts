import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadGraph } from "@evenodds/data";
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
    expect({ ...listed, data: null, split: "test" }).to.deep.equal({ ...masked, data: null });
    const text = (await succeed([...npz, ...nodes, "--draws", "20"])).out;
    expect(text.replace(/\s+/g, " ")).to.include(`24 nodes, by the ids in ${folder.at("nodes.txt")}, provider cpu`);
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
    expect(log.join("\n")).to.include("training draws a split of its own; that of train_mask, val_mask, test_mask");
    expect(log.join("\n")).to.include("Of graph.safetensors, sensitive (int64 [60])");
    await succeed(["export", folder.at("run"), "--out", folder.at("own.onnx")]);
    const moved = ["--graph", folder.at("g/graph.npz")];
    await succeed(["export", folder.at("run"), "--out", folder.at("moved.onnx"), ...moved]);
    expect(await readFile(folder.at("own.onnx"))).to.deep.equal(await readFile(folder.at("moved.onnx")));
    // Trained on a split of its own, which is not that of the masks.
    const audit = ["audit", folder.at("own.onnx"), graph, "--sensitive", "region", "--draws", "0"];
    const refused = await succeed([...audit, "--split", "test"], 2);
    expect(refused.log.join("\n")).to.match(
      /--split test: expected one split of the nodes, found two: test_mask of graph\.safetensors has .*--nodes/,
    );
    await succeed(audit);
  });

  it("split, which says what it leaves out", async () => {
    const parts = ["--training", folder.at("a"), "--held-out", folder.at("b")];
    const { log } = await succeed(["split", folder.at("g/graph.npz"), ...parts]);
    expect(log.join("\n")).to.include("note: Of graph.npz, region (int64 [60]), region_names (text [3]) are not used.");
    expect(log.join("\n")).to.include(
      "note: the split of train_mask, val_mask, test_mask of graph.npz is not written.",
    );
    expect((await loadGraph(folder.at("a"))).graph.nodeCount).to.equal(30);
  });
});
