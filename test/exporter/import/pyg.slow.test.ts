import { readFileSync } from "node:fs";
import { InputError, type ExportForm, type TrainedModel } from "@evenodds/core";
import { exportModel, readTensors, referenceLogits } from "@evenodds/exporter";
import { openEngine, predictLogits, type Engine } from "@evenodds/trainer";
import { expect } from "chai";
import { denseLogits } from "../../support/dense-model.js";
import { expectLogits } from "../support/expect-logits.js";
import { importPyg, pygModels, pygPath, pygRun } from "../support/pyg-fixtures.js";
import { loadOnnx } from "../support/run-onnx.js";
/** Of the largest logit, as everywhere below. */
const tolerance = 2e-6;

const forms: readonly ExportForm[] = ["fast", "portable"];

describe("importModel of weights of PyTorch Geometric", () => {
  for (const name of pygModels) {
    const open = () => {
      const model = importPyg(name);
      const { graph, logits } = pygRun(name, model);
      return { model, graph, expected: Float64Array.from(logits) };
    };

    for (const form of forms) {
      it(`gives PyG's logits in ONNX Runtime: ${name}, ${form}`, async () => {
        const { model, graph, expected } = open();
        const run = await loadOnnx(exportModel(model, { form }));
        expectLogits(await run(graph), expected, tolerance);
      });
    }

    it(`gives PyG's logits by the formulas: ${name}`, () => {
      const { model, graph, expected } = open();
      expectLogits(Float32Array.from(referenceLogits(model, graph)), expected, tolerance);
      expectLogits(Float32Array.from(denseLogits(trained(model), graph)), expected, tolerance);
    });
  }

  describe("in the trainer", () => {
    let engine: Engine;
    before(async () => (engine = await openEngine("wasm")));

    // Those whose kinds of layers are trained here.
    for (const name of ["gcn", "sage-mean", "sage-max", "gat-model", "gin", "batch-norm"] as const) {
      it(`gives PyG's logits: ${name}`, () => {
        const model = importPyg(name);
        const { graph, logits } = pygRun(name, model);
        expectLogits(predictLogits(trained(model), graph, engine), Float64Array.from(logits), tolerance);
      });
    }
  });

  it("has graphs that see every case: nodes without arcs into them, with one, with many, an arc listed twice", () => {
    const { graph } = pygRun("gcn", importPyg("gcn"));
    const degree = Array.from({ length: graph.nodeCount }, (_, node) => graph.target.filter((t) => t === node).length);
    expect(degree).to.include.members([0, 1, 14]);
    expect(new Set(graph.source.map((s, arc) => s * 100 + graph.target[arc]!)).size).to.be.below(graph.source.length);
  });

  it("reads half-precision weights exactly, and rounds double-precision ones to float32", () => {
    const exact = importPyg("gcn");
    expect(importPyg("gcn-float64", { card: "gcn" }).weights).to.deep.equal(exact.weights);
    for (const [name, digits] of [
      ["gcn-float16", 11],
      ["gcn-bfloat16", 8],
    ] as const) {
      const { weights } = importPyg(name, { card: "gcn" });
      for (const [key, { values }] of weights) {
        values.forEach((value, i) => {
          const before = exact.weights.get(key)!.values[i]!;
          // Rounding to so many binary digits moves a number by at most half of its last one.
          expect(Math.abs(value - before), key).to.be.at.most(Math.abs(before) * 2 ** -digits);
        });
      }
    }
  });

  it("differs from PyG's GCNConv on graphs with self loops, and says so", () => {
    const model = importPyg("gcn");
    expect(() => pygRun("gcn-self-loops", model)).to.throw(InputError, /no self loops.*found 3; .*remove_self_loops/);
    // A model without such a layer reads the same file.
    const { graph, logits } = pygRun("gcn-self-loops", { ...model, layers: [] });
    const ours = referenceLogits(model, graph);
    const largest = Math.max(...logits.map((value, i) => Math.abs(value - ours[i]!)));
    expect(largest).to.be.above(0.05);
    // PyG puts one loop in place of those that are listed, so that without them the logits are the same.
    const kept = Array.from(graph.source.keys()).filter((arc) => graph.source[arc] !== graph.target[arc]);
    const without = {
      ...graph,
      source: Int32Array.from(kept, (arc) => graph.source[arc]!),
      target: Int32Array.from(kept, (arc) => graph.target[arc]!),
    };
    expectLogits(Float32Array.from(referenceLogits(model, without)), Float64Array.from(logits), tolerance);
  });

  it("was made with the versions that the fixtures name", () => {
    const [header] = /\{.*?\}\}/.exec(readFileSync(pygPath("gcn.safetensors"), "latin1")) ?? [];
    expect(header).to.include("torch 2.15.0, torch-geometric 2.8.1");
    expect(readTensors(readFileSync(pygPath("gcn.safetensors")), "gcn").size).to.equal(4);
  });
});

/** Engines take what was trained here, so this says that nothing is known of it. */
function trained(model: ReturnType<typeof importPyg>): TrainedModel {
  const graph = { name: "", sha256: "" };
  return {
    ...model,
    split: { train: "", validation: "", test: "" },
    provenance: { tool: "", method: "", seed: 0, options: {}, engine: "", graph, sensitive: null, epochs: 0 },
  };
}
