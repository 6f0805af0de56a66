import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditReport } from "@evenodds/auditor";
import { encodeSafetensors } from "@evenodds/core";
import { loadGraph } from "@evenodds/data";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { foreignPath } from "../../support/foreign-models.js";

const [plain, attributed] = ["data/approved.yaml", "data/approved-attributes.yaml"].map(foreignPath);
const names = ["strength", "years", "family"];

describe("a graph whose arcs have attributes", () => {
  let root: string;
  const at = (...path: string[]) => join(root, ...path);

  before(async () => {
    root = await mkdtemp(join(tmpdir(), "evenodds-attributes-"));
  });

  after(() => rm(root, { recursive: true, force: true }));

  const auditOf = async (model: string, graph: string, flags: readonly string[] = []) => {
    const { code, out, log } = await runCli(["audit", foreignPath(`${model}/model.onnx`), graph, "--json", ...flags]);
    expect(code, log.join("\n")).to.equal(0);
    return JSON.parse(out) as AuditReport;
  };

  it("is audited by a model that takes them, and the report says which columns went in and that none is checked", async () => {
    const { model, notes } = await auditOf("pyg-old-edge-attributes", attributed!);
    expect(model!.inputs).to.deep.include({ name: "edge_attr", given: "edge_attr", knownBy: "name" });
    const text = notes.join("\n");
    expect(text).to.include('Arcs have the attributes "strength", "years", "family" of ties.csv.');
    expect(text).to.include('edge_attr took the attributes of the arcs by position, "strength", "years", "family"');
  });

  it("is audited as one file, whose edge_attr goes into the model, to the figures of its card", async () => {
    const { graph, nodes } = await loadGraph(attributed!);
    const { source, target, nodeCount, edgeAttributes, features, featureNames } = graph;
    const [region] = nodes.sensitive;
    const of = (shape: readonly number[], values: Int32Array | Float32Array) => ({ shape, values });
    const tensors = {
      x: of([nodeCount, featureNames.length], features),
      edge_index: of([2, source.length], Int32Array.of(...source, ...target)),
      edge_attr: of([source.length, 3], edgeAttributes!.values),
      y: of([nodeCount], nodes.label),
      y_missing: of([1], Int32Array.of(-1)),
      region: of([nodeCount], region!.code),
    };
    const stored = encodeSafetensors(new Map(Object.entries(tensors)), {
      region_names: JSON.stringify(region!.levels),
      edge_attr_names: JSON.stringify(names),
    });
    await writeFile(at("graph.safetensors"), stored);
    const flags = ["--sensitive", "region"];
    const [one, card] = [
      await auditOf("pyg-old-edge-attributes", at("graph.safetensors"), flags),
      await auditOf("pyg-old-edge-attributes", attributed!, flags),
    ];
    expect(one.attributes).to.deep.equal(card.attributes);
    expect(one.notes.join("\n")).to.include("Arcs have the attributes of edge_attr of graph.safetensors.");
    expect(one.notes.join("\n")).to.include('by position, "strength", "years", "family"');
  });

  it("is audited by a model that takes none to the figures of the graph without, with a note", async () => {
    const [withThem, without] = [await auditOf("pyg-old-gcn", attributed!), await auditOf("pyg-old-gcn", plain!)];
    expect(withThem.attributes).to.deep.equal(without.attributes);
    expect(withThem.notes.join("\n")).to.include("were not given to the model, which has no input for them.");
    expect(without.notes.join("\n")).not.to.include("attributes of the arcs");
  });

  it("is asked for, in one line, by a model that takes them", async () => {
    const { code, log } = await runCli(["audit", foreignPath("pyg-old-edge-attributes/model.onnx"), plain!]);
    expect(code).to.equal(2);
    expect(log).to.deep.equal([
      "evenodds: model input edge_attr: expected a graph whose arcs have attributes, found one without; name their columns in the card: edge_attr under edges (edge_attr of a graph in one file, edgeAttributes of one in memory)",
    ]);
  });

  it("is split into parts that keep the attributes of each tie", async () => {
    const ties = (await readFile(foreignPath("data/ties.csv"), "utf8")).trim().split(/\r?\n/).slice(1);
    const known = new Map(
      ties.flatMap((line) => {
        const [from, to, ...values] = line.split(",");
        const numbers = values.map((value) => Math.fround(Number(value)));
        return [`${from} ${to}`, `${to} ${from}`].map((pair) => [pair, numbers] as const);
      }),
    );
    const { code, log } = await runCli(["split", attributed!, "--training", at("first"), "--held-out", at("second")]);
    expect(code, log.join("\n")).to.equal(0);
    for (const part of ["first", "second"]) {
      const { source, target, nodeIds, edgeAttributes } = (await loadGraph(at(part))).graph;
      expect(edgeAttributes!.names).to.deep.equal(names);
      expect(source.length).to.be.above(50);
      source.forEach((s, arc) => {
        const pair = `${nodeIds[s]} ${nodeIds[target[arc]!]}`;
        expect([...edgeAttributes!.values.subarray(3 * arc, 3 * arc + 3)], pair).to.deep.equal(known.get(pair));
      });
    }
  });

  it("is trained on without them, to the scores of the graph without, with a warning", async () => {
    const flags = ["--sensitive", "region", "--hidden", "8", "--epochs", "5", "--engine", "wasm", "--seed", "3"];
    const accuracies: unknown[] = [];
    for (const [graph, out] of [
      [attributed!, at("attributed-run")],
      [plain!, at("plain-run")],
    ] as const) {
      const { code, log } = await runCli(["train", graph, ...flags, "--out", out]);
      expect(code, log.join("\n")).to.equal(0);
      const warned = log.filter((line) => line.startsWith("warning:"));
      expect(warned).to.deep.equal(
        graph === plain
          ? []
          : ['warning: the attributes of the edges, "strength", "years", "family", are not used: no layer takes them'],
      );
      accuracies.push(log.find((line) => line.startsWith("trained")));
    }
    expect(accuracies[0]).to.equal(accuracies[1]);
  });
});
