import { referenceLogits } from "@evenodds/exporter";
import { expect } from "chai";
import fc from "fast-check";
import { denseLogits } from "../../support/dense-model.js";
import { expectLogits } from "../support/expect-logits.js";
import { anyGraph, graphOf } from "../support/graphs.js";
import { layerModels } from "../support/layer-models.js";
import { gcn, randomModel } from "../support/models.js";

describe("referenceLogits", () => {
  for (const [name, model] of Object.entries(layerModels())) {
    it(`equals the formulas written out row by row, on any graph: ${name}`, () => {
      fc.assert(
        fc.property(anyGraph({ width: 3 }), (graph) => {
          expectLogits(Float32Array.from(referenceLogits(model, graph)), denseLogits(model, graph), 1e-7);
        }),
        { numRuns: 40 },
      );
    });
  }

  it("counts a self loop of gcn in addition to the one that every node has", () => {
    // Node 1 has in-degree 1 from node 0, and a loop: D = 3, and D = 1 for node 0.
    const model = randomModel([gcn("a", 1, 2)]);
    const weights = new Map([
      ["a.weight", { shape: [1, 2], values: Float32Array.of(1, 2) }],
      ["a.bias", { shape: [2], values: Float32Array.of(0, 0) }],
    ]);
    const arcs: [number, number][] = [
      [0, 1],
      [1, 1],
    ];
    const graph = { ...graphOf(2, { arcs, width: 1 }), features: Float32Array.of(3, 6) };
    const [, , first, second] = referenceLogits({ ...model, weights }, graph);
    const expected = 3 / Math.sqrt(3) + (2 * 6) / 3;
    expect(first).to.be.closeTo(expected, 1e-12);
    expect(second).to.be.closeTo(2 * expected, 1e-12);
  });
});
