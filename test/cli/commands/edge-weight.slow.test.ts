import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditReport } from "@evenodds/auditor";
import { loadGraph, writeGraph } from "@evenodds/data";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { learnableGraph, listedByWeight, weighted } from "../../support/tiny-graphs.js";
import { trainQuickly } from "../support/trained-run.js";

/** Whole weights, so that the same graph can be written without them. */
function wholeWeights() {
  const { graph, nodes } = learnableGraph({ nodes: 60 });
  const halves = weighted(graph);
  return { graph: { ...graph, edgeWeight: halves.edgeWeight!.map((weight) => 2 * weight) }, nodes };
}

describe("a graph whose arcs have weights", () => {
  let root: string;
  const at = (...path: string[]) => join(root, ...path);
  const run = async (...args: string[]) => {
    const { code, out, log } = await runCli(args);
    expect(code, log.join("\n")).to.equal(0);
    return out;
  };
  const refused = async (...args: string[]) => {
    const { code, log } = await runCli(args);
    expect(code).to.equal(2);
    return log.join("\n");
  };

  before(async () => {
    root = await mkdtemp(join(tmpdir(), "evenodds-weights-"));
    const { graph, nodes } = wholeWeights();
    await writeGraph(at("weighted"), { name: "one", graph, nodes });
    await writeGraph(at("listed"), { name: "one", graph: listedByWeight(graph), nodes });
    for (const name of ["weighted", "listed"]) {
      await trainQuickly(at(name), at(`${name}-run`), "--engine", "wasm");
      await run("export", at(`${name}-run`), "--out", at(`${name}.onnx`));
    }
  });

  after(() => rm(root, { recursive: true, force: true }));

  const auditOf = async (name: string) => {
    const { out } = await runCli(["audit", at(`${name}.onnx`), at(name), "--json"]);
    return JSON.parse(out) as AuditReport;
  };

  it("is trained, exported and audited with them, to the figures of a graph that lists its arcs so often", async () => {
    const [withWeights, listed] = [await auditOf("weighted"), await auditOf("listed")];
    const counts = ({ attributes }: AuditReport) =>
      attributes.map(({ name, rows, cells, equalizedOdds }) => ({ name, rows, cells, equalizedOdds }));
    expect(counts(withWeights)).to.deep.equal(counts(listed));
    expect(withWeights.notes.join("\n")).to.include('Arcs have the weights of "weight" of edges.csv.');
    expect(withWeights.data!.arcs!).to.be.below(listed.data!.arcs!);
  });

  it("is predicted with them: probabilities are those of the graph that lists its arcs so often", async () => {
    const shares = async (name: string) => {
      const out = at(`${name}.csv`);
      await run("predict", at(`${name}.onnx`), at(name), "--out", out);
      const [, ...rows] = (await readFile(out, "utf8")).trim().split("\n");
      return rows.map((row) => row.split(",").slice(-2).map(Number));
    };
    const [withWeights, listed] = [await shares("weighted"), await shares("listed")];
    expect(withWeights.length).to.equal(60);
    withWeights.flat().forEach((value, i) => expect(value).to.be.closeTo(listed.flat()[i]!, 1e-4));
  });

  it("is refused by a model without that input, and a model with it refuses a graph without weights", async () => {
    const without = await refused("audit", at("listed.onnx"), at("weighted"));
    expect(without).to.include("expected an input edge_weight float32[E], because the arcs of the graph have weights");
    const withInput = await refused("audit", at("weighted.onnx"), at("listed"));
    expect(withInput).to.include("model input edge_weight: expected a graph whose arcs have weights");
  });

  for (const backbone of ["gat", "sage-max", "mlp"]) {
    it(`is refused in training with the backbone ${backbone}, before a run is begun`, async () => {
      const flags = ["--sensitive", "group", "--backbone", backbone, "--out", at(`${backbone}-run`)];
      const found = { gat: "gat", "sage-max": "sage with aggregation max", mlp: "none that looks at arcs" }[backbone]!;
      const log = await refused("train", at("weighted"), "--engine", "wasm", ...flags);
      expect(log).to.include("expected such as sum or average over arcs (gcn, gin, sage with aggregation mean)");
      expect(log).to.include(`found ${found}; take the backbone gcn, sage-mean or gin, or name`);
    });
  }

  it("is swept in a worker thread, to the accuracy of the graph that lists its arcs so often", async () => {
    const flags = ["--sensitive", "group", "--hidden", "8", "--epochs", "12", "--engine", "wasm"];
    const accuracy = async (name: string) => {
      await run("sweep", at(name), "--seeds", "3", ...flags, "--out", at(`${name}-sweep`));
      const [header, row] = (await readFile(at(`${name}-sweep`, "runs.csv"), "utf8")).split("\n");
      return Number(row!.split(",")[header!.split(",").indexOf("accuracy")]);
    };
    expect(await accuracy("weighted"))
      .to.be.closeTo(await accuracy("listed"), 1e-6)
      .and.to.be.above(0);
  });

  it("is split into parts that keep them", async () => {
    const parts = ["first", "second"].map((name) => at(name));
    await run("split", at("weighted"), "--training", parts[0]!, "--held-out", parts[1]!);
    for (const part of parts) {
      const { graph } = await loadGraph(part);
      expect(graph.edgeWeight!.length).to.equal(graph.source.length);
    }
  });
});
