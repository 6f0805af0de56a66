import { version, type Graph, type TrainedModel } from "@evenodds/core";
import { exportModel } from "@evenodds/exporter";
import { expect } from "chai";
import fc from "fast-check";
import { onnx } from "../../packages/exporter/src/builder/proto.js";
import { denseLogits } from "../support/dense-gcn.js";
import { anyGraph, graphOf } from "./support/graphs.js";
import { gcn, linear, randomModel, twoLayers } from "./support/models.js";
import { loadOnnx } from "./support/run-onnx.js";

const width = 3;
const models: Record<string, TrainedModel> = {
  "two gcn layers": randomModel(twoLayers),
  "two gcn layers on scaled features": randomModel(twoLayers, { seed: 2, preprocessing: "z-score" }),
  "gcn, then linear": randomModel([gcn("a", 3, 3), { kind: "relu" }, linear("b", 3, 4)], { seed: 3 }),
  "linear alone": randomModel([linear("only", 3, 2)], { seed: 4 }),
};

/** Expects equal logits; `tolerance` is per unit of the largest one, which is what float32 allows. */
function expectClose(found: Float32Array, expected: Float64Array, tolerance = 2e-6): void {
  expect(found.length).to.equal(expected.length);
  const scale = expected.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1);
  found.forEach((value, i) => {
    expect(value, `logit ${i} of ${found.length}`).to.be.closeTo(expected[i]!, tolerance * scale);
  });
}

function star(leaves: number): Graph {
  const arcs = Array.from({ length: leaves }, (_, leaf): [number, number] => [leaf + 1, 0]);
  return graphOf(leaves + 1, { arcs, width });
}

describe("exportModel", () => {
  for (const [name, model] of Object.entries(models)) {
    it(`equals Â x W + b in float64 on any graph: ${name}`, async () => {
      const run = await loadOnnx(exportModel(model));
      await fc.assert(
        fc.asyncProperty(anyGraph({ width }), async (graph) => {
          expectClose(await run(graph), denseLogits(model, graph));
        }),
        { numRuns: 60 },
      );
    });
  }

  const edges: Record<string, Graph> = {
    "without arcs": graphOf(4, { arcs: [], width }),
    "of one node": graphOf(1, { arcs: [], width }),
    "of one node with a self loop": graphOf(1, { arcs: [[0, 0]], width }),
    "with an arc listed three times and one in the other direction": graphOf(3, {
      arcs: [
        [0, 2],
        [2, 0],
        [0, 2],
        [0, 2],
      ],
      width,
    }),
    "whose arcs fall": graphOf(4, {
      arcs: [
        [0, 3],
        [1, 2],
        [2, 1],
        [3, 0],
      ],
      width,
    }),
    "with a node of in-degree 5,000": star(5000),
  };
  for (const [name, graph] of Object.entries(edges)) {
    it(`equals Â x W + b on a graph ${name}`, async () => {
      const model = models["two gcn layers on scaled features"]!;
      const run = await loadOnnx(exportModel(model));
      expectClose(await run(graph), denseLogits(model, graph), 1e-5);
    });
  }

  it("does not depend on the order of the arcs beyond rounding", async () => {
    const run = await loadOnnx(exportModel(models["two gcn layers"]!));
    await fc.assert(
      fc.asyncProperty(anyGraph({ width }), async (graph) => {
        const reversed = { ...graph, source: graph.source.toReversed(), target: graph.target.toReversed() };
        expectClose(await run(reversed), Float64Array.from(await run(graph)));
      }),
      { numRuns: 20 },
    );
  });

  it("gives the same bytes for the same model, whatever order its parts were put together in", () => {
    const model = models["two gcn layers"]!;
    const { options, ...provenance } = model.provenance;
    const again: TrainedModel = {
      ...model,
      weights: new Map([...model.weights].reverse()),
      provenance: { options: Object.fromEntries(Object.entries(options).reverse()), ...provenance },
    };
    expect(Buffer.from(exportModel(again)).equals(exportModel(model))).to.equal(true);
  });

  it("gives other bytes when one weight changes", () => {
    const model = randomModel(twoLayers);
    const before = exportModel(model);
    model.weights.get("second.bias")!.values[1]! += 1e-6;
    expect(Buffer.from(exportModel(model)).equals(before)).to.equal(false);
  });

  it("says who wrote the file, what it computes and, when told, under which licence", () => {
    const model = models["linear alone"]!;
    const read = (bytes: Uint8Array) => onnx.ModelProto.decode(bytes);
    const plain = read(exportModel(model));
    expect([plain.producerName, plain.producerVersion]).to.deep.equal(["evenodds", version]);
    expect(plain.docString).to.include('"income"').and.include('"class 1"');
    const told = read(exportModel(model, { license: "CC-BY-4.0", description: "Mine." }));
    expect(told.docString).to.equal("Mine.");
    expect(told.metadataProps.at(-1)).to.include({ key: "model_license", value: "CC-BY-4.0" });
  });
});
