import { maskWeights } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";

describe("maskWeights", () => {
  const label = Int32Array.of(0, 0, 0, 1, -1, 1);
  const nodes = Int32Array.of(0, 1, 2, 3);

  it("gives each class of the mask the same total, counted on the mask itself", () => {
    const weights = maskWeights(label, { nodes, classCount: 2, weighting: "balanced" });
    expectClose(weights, [1 / 6, 1 / 6, 1 / 6, 1 / 2, 0, 0], 1e-7);
  });

  it("gives each node the same weight in paper mode", () => {
    expectClose(maskWeights(label, { nodes, classCount: 2, weighting: "uniform" }), [0.25, 0.25, 0.25, 0.25, 0, 0], 0);
  });

  it("sums to 1 where a class does not occur", () => {
    const weights = maskWeights(label, { nodes: Int32Array.of(0, 1), classCount: 2, weighting: "balanced" });
    expect(weights.reduce((a, b) => a + b)).to.be.closeTo(1, 1e-7);
  });
});
