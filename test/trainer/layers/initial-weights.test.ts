import { Random, type Layer } from "@evenodds/core";
import { expect } from "chai";
import { initialWeights } from "../../../packages/trainer/src/layers/initial-weights.js";

describe("initialWeights", () => {
  const layers: Layer[] = [
    { kind: "gcn", name: "conv", inputs: 50, outputs: 100 },
    { kind: "relu" },
    { kind: "linear", name: "head", inputs: 100, outputs: 40 },
  ];

  it("fills each layer within its bound, and the bias of a convolution with zeros", () => {
    const weights = initialWeights(layers, Random.of(1, "weights"));
    const extremes = (name: string) => {
      const values = weights.get(name)!.values;
      return [Math.min(...values), Math.max(...values)];
    };
    expect(extremes("conv.bias")).to.deep.equal([0, 0]);
    for (const [name, bound] of [
      ["conv.weight", Math.sqrt(6 / 150)],
      ["head.weight", 0.1],
      ["head.bias", 0.1],
    ] as const) {
      const [low, high] = extremes(name);
      expect(low).to.be.within(-bound, -0.8 * bound);
      expect(high).to.be.within(0.8 * bound, bound);
    }
  });
});
