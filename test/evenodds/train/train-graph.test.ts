import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { auditModel, exportRun, optimizeModel, predict, trainGraph, type MemoryGraph } from "evenodds";
import { useTempFolder } from "../../cli/support/temp-folder.js";
import { caught } from "../../support/caught.js";

/** Sixty nodes in a ring; the label is the sign of the first feature, groups alternate in pairs. */
const people = Array.from({ length: 60 }, (_, node) => ({ x: Math.sin(node * 7), group: (node >> 1) % 2 }));
const graph: MemoryGraph = {
  features: people.map(({ x, group }) => [x, group]),
  edges: people.map((_, node) => [node, (node + 1) % 60] as const),
  directed: false,
  label: people.map(({ x }) => (x > 0 ? "yes" : "no")),
  sensitive: { group: people.map(({ group }) => `group ${group}`) },
};
const options = { engine: "wasm", method: "eqgnn", sensitive: "group", epochs: 3, hidden: 4, seed: 2 } as const;

/** The same graph as the files of a card. */
const files = {
  "g/graph.yaml":
    "nodes: { files: n.csv, id: id, label: y, sensitive: [group], features: { include: [x0, x1] } }\nedges: e.csv\n",
  "g/n.csv": [
    "id,y,group,x0,x1",
    ...people.map(({ x, group }, node) => `${node},${x > 0 ? "yes" : "no"},group ${group},${x},${group}`),
    "",
  ].join("\n"),
  "g/e.csv": [...people.map((_, node) => `${node},${(node + 1) % 60}`), ""].join("\n"),
};

describe("trainGraph", () => {
  const folder = useTempFolder();

  it("trains on a graph in memory, to the same weights each time, and tells its epochs", async () => {
    const epochs: number[] = [];
    const first = await trainGraph(graph, { ...options, onEpoch: ({ epoch }) => epochs.push(epoch) });
    const again = await trainGraph(graph, options);
    expect(epochs).to.deep.equal([1, 2, 3]);
    expect(first.model.classes).to.deep.equal(["no", "yes"]);
    expect(again.model.weights).to.deep.equal(first.model.weights);
  });

  it("keeps a run that exportRun writes as a model, which optimizeModel takes, audits and predicts", async () => {
    await folder.write(files);
    await trainGraph(folder.at("g"), { ...options, out: folder.at("run") });
    const out = folder.at("model.onnx");
    const { proofs } = await exportRun(folder.at("run"), { out });
    expect(proofs.length).to.be.above(1);
    const portable = folder.at("portable.onnx");
    await exportRun(folder.at("run"), { out: portable, form: "portable" });
    const fast = await optimizeModel(await readFile(portable), { out: folder.at("fast.onnx"), graph: folder.at("g") });
    expect(fast.proofs.length).to.equal(proofs.length);
    expect(fast.proofs[0]!.relativeDifference).to.be.below(1e-4);
    const report = await auditModel(await readFile(out), folder.at("g"), { split: "test", minSupport: 1 });
    expect(report.attributes[0]!.rows.used).to.be.above(5);
    expect((await predict(out, folder.at("g"))).nodeIds.length).to.equal(60);
  });

  it("takes the split that the graph gives, of labelled nodes, unless one is to be drawn", async () => {
    const mask = (from: number, to: number) => people.map((_, node) => node >= from && node < to);
    const split = { train: mask(0, 20), validation: mask(20, 30), test: mask(30, 50) };
    const label = people.map(({ x }, node) => (node === 4 ? null : x > 0 ? "yes" : "no"));
    const given = { ...graph, label, split };
    const { split: used, summary } = await trainGraph(given, options);
    expect([...used.train]).to.deep.equal([0, 1, 2, 3, ...Array.from({ length: 15 }, (_, i) => 5 + i)]);
    expect([summary.train.nodes, summary.validation.nodes, summary.test.nodes]).to.deep.equal([19, 10, 20]);
    const drawn = await trainGraph(given, { ...options, drawSplit: true, trainShare: 0.4 });
    const alone = await trainGraph({ ...graph, label }, { ...options, trainShare: 0.4 });
    expect(drawn.model).to.deep.equal(alone.model);
    const refusals = [
      [
        given,
        { trainShare: 0.4 },
        /^‘trainShare’: expected a split that is drawn, found that of graph\.split\b.*‘drawSplit’/,
      ],
      [
        { ...given, split: { train: split.train, test: split.test } },
        {},
        /^validation part, by graph\.split\.validation: .*found no node/,
      ],
      [
        { ...given, split: { ...split, test: mask(4, 5), train: mask(5, 20) } },
        {},
        /^test part.*found 1 nodes, all without a label/,
      ],
    ] as const;
    for (const [one, more, words] of refusals) {
      expect((await caught(() => trainGraph(one, { ...options, ...more }))).message).to.match(words);
    }
  });

  it("stops by the signal, and refuses a run folder for a graph in memory", async () => {
    const stop = new AbortController();
    const given = { ...options, signal: stop.signal, onEpoch: () => stop.abort() };
    // By name: what is imported when it is first called may be another copy of the packages here.
    expect(await caught(() => trainGraph(graph, given))).to.have.property("name", "InterruptedError");
    const error = await caught(() => trainGraph(graph, { ...options, out: folder.at("run") }));
    expect(error).to.have.property("name", "UsageError");
    expect(error.message).to.match(/^‘out’: .*in memory/);
  });
});
