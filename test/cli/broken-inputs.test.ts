import { existsSync } from "node:fs";
import { expect } from "chai";
import { buildModel, contract, node } from "../support/onnx-models.js";
import { runCli } from "../support/fake-terminal.js";
import { auditCase, equal, featureModel } from "./support/audit-case.js";
import { useTempFolder, type Files } from "./support/temp-folder.js";

const sound = auditCase(equal);
const card = String(sound["graph/graph.yaml"]);
const nodes = String(sound["graph/nodes.csv"]);
const model = featureModel();

/** Files that replace those of a sound case, and what the one line must say. */
const broken: readonly [what: string, files: Files, message: RegExp][] = [
  [
    "a truncated model",
    { "model.onnx": model.slice(0, model.length / 2) },
    /model\.onnx: expected an ONNX file, found \d+ bytes/,
  ],
  ["an empty model", { "model.onnx": "" }, /model\.onnx: expected an ONNX file, found an empty file/],
  ["a text as model", { "model.onnx": "weights = [1, 2]\n" }, /model\.onnx: expected an ONNX file/],
  ["a corrupt model", { "model.onnx": model.map((byte, i) => (i > 40 ? byte ^ 0x5a : byte)) }, /model\.onnx: expected/],
  ["a page of Git LFS as model", { "model.onnx": "version https://git-lfs.github.com/spec/v1\n" }, /git lfs pull/],
  [
    "a model without inputs",
    {
      "model.onnx": buildModel({
        inputs: [],
        outputs: contract({ features: 2, classes: 2 }).outputs,
        nodes: [node("Identity", { from: ["x"], to: ["logits"] })],
      }),
    },
    /model|input/,
  ],
  ["a missing feature column", { "graph/nodes.csv": nodes.replace("left", "lefft") }, /"left"; did you mean "lefft"\?/],
  ["a feature that is NaN", { "graph/nodes.csv": nodes.replace(/^(n3.*),[01]$/m, "$1,NaN") }, /right.*n3|n3.*right/],
  [
    "a feature that is infinite",
    { "graph/nodes.csv": nodes.replace(/^(n3.*),[01]$/m, "$1,inf") },
    /right.*n3|n3.*right/,
  ],
  ["a feature that is empty", { "graph/nodes.csv": nodes.replace(/^(n3.*),[01]$/m, "$1,") }, /right.*n3|n3.*right/],
  ["a feature that is not a number", { "graph/nodes.csv": nodes.replace(/^(n3.*),[01]$/m, "$1,tall") }, /right.*tall/],
  [
    "a graph without label column",
    { "graph/graph.yaml": card.replace(/^ {2}label:.*\n/m, "") },
    /expected labelled nodes, found none.*nodes\.label/,
  ],
  [
    "a graph without labelled node",
    { "graph/nodes.csv": nodes.replace(/^(n\d),[01],/gm, "$1,,") },
    /expected labelled nodes, found none/,
  ],
  [
    "a label column that is not there",
    { "graph/graph.yaml": card.replace("column: y", "column: yy") },
    /"yy".*did you mean "y"\?/,
  ],
  [
    "a graph without sensitive attribute",
    { "graph/graph.yaml": card.replace(/^ {2}sensitive:.*\n/m, "") },
    /expected at least one sensitive attribute.*nodes\.sensitive/,
  ],
  [
    "an unknown key in the card",
    { "graph/graph.yaml": card.replace("sensitive:", "sensitiv:") },
    /"sensitiv"; did you mean "sensitive"\?/,
  ],
  ["a card that is not YAML", { "graph/graph.yaml": "nodes: [" }, /graph\.yaml: expected YAML/],
  ["a card of text", { "graph/graph.yaml": "hello\n" }, /graph\.yaml: expected a graph card/],
  ["a missing node file", { "graph/graph.yaml": card.replace("nodes.csv", "nods.csv") }, /nods\.csv/],
  ["an edge to a node that is not there", { "graph/edges.csv": "n0,n77\n" }, /n77/],
  [
    "classes that the model does not know",
    { "graph/graph.yaml": card.replace("{ 0: 0, 1: 1 }", "{ 0: no, 1: yes }") },
    /"no"|"yes"/,
  ],
];

describe("evenodds audit of broken input", () => {
  const folder = useTempFolder();

  /** Expects one line that says `message`, exit code 2, and nothing written. */
  async function expectRefusal(args: readonly string[], message: RegExp): Promise<void> {
    const { code, out, log } = await runCli(["audit", ...args, "--out", folder.at("out")]);
    expect({ code, out }, log.join("\n")).to.deep.equal({ code: 2, out: "" });
    expect(log).to.have.length(1);
    expect(log[0])
      .to.match(/^evenodds: /)
      .and.match(message);
    expect(log[0]).not.to.match(/[\r\n]|\bat .*:\d+:\d+/);
    expect(existsSync(folder.at("out"))).to.equal(false);
  }

  it("has a sound case to start from", async () => {
    await folder.write(sound);
    expect((await runCli(["audit", folder.at("model.onnx"), folder.at("graph")])).code).to.equal(0);
  });

  for (const [what, files, message] of broken) {
    it(`names ${what} in one line`, async () => {
      await folder.write({ ...sound, ...files });
      await expectRefusal([folder.at("model.onnx"), folder.at("graph")], message);
    });
  }

  it("names wrong paths", async () => {
    await folder.write(sound);
    const [model, graph] = [folder.at("model.onnx"), folder.at("graph")];
    await expectRefusal(
      [folder.at("modl.onnx"), graph],
      /modl\.onnx: expected a model file to read, found no such file/,
    );
    await expectRefusal([graph, model], /graph: expected a model file to read, found a folder/);
    await expectRefusal([model, folder.at("grap")], /graph: expected .*graph\.yaml.*, found no file or folder/);
    await expectRefusal([model, folder.at()], /found no graph\.yaml in/);
    await expectRefusal([model, model], /expected a graph card, found a model/);
    await expectRefusal([model, folder.at("graph", "nodes.csv")], /--sensitive: expected the columns of the groups/);
  });

  it("names unknown attributes and classes", async () => {
    await folder.write(sound);
    const paths = [folder.at("model.onnx"), folder.at("graph")];
    await expectRefusal([...paths, "--sensitive", "grop"], /"grop"; did you mean "group"\?/);
    await expectRefusal(
      [...paths, "--sensitive", "group,group"],
      /--sensitive .*each once, and "group" is there twice/,
    );
    await expectRefusal([...paths, "--positive", "yes"], /positive class: .*found "yes"; there is "0", "1"/);
  });

  it("names a split that the model has not recorded, or that has no node here", async () => {
    await folder.write(sound);
    const paths = [folder.at("model.onnx"), folder.at("graph"), "--split", "test"];
    await expectRefusal(paths, /--split test: expected a model that records its split/);
    await folder.write({ "model.onnx": featureModel({ split: { train: Int32Array.of(0) } }) });
    await expectRefusal(paths, /--split test: expected nodes of the model's test part.*--split all/);
  });

  it("shows no terminal commands that a file brings", async () => {
    await folder.write({
      ...sound,
      "graph/graph.yaml": card.replace("name: case", 'name: "\\e[31mred"').replace(/^ {2}label:.*\n/m, ""),
    });
    await expectRefusal([folder.at("model.onnx"), folder.at("graph")], /u001b|u\{1b\}/);
  });
});
