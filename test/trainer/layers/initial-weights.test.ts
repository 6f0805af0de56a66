import { Random, type Layer } from "@evenodds/core";
import { initialWeights } from "@evenodds/trainer/internal";
import { expect } from "chai";

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

  it("starts the other layers as PyG does, and batch normalization as the identity", () => {
    const weights = initialWeights(
      [
        { kind: "sage", name: "sage", inputs: 16, outputs: 30, aggregation: "mean" },
        { kind: "gat", name: "gat", inputs: 30, outputs: 20, heads: 2, negativeSlope: 0.2 },
        { kind: "gin", name: "gin", inputs: 20, hidden: 25, outputs: 40, epsilon: 0 },
        { kind: "batch-norm", name: "norm", width: 3, epsilon: 1e-5 },
      ],
      Random.of(2, "weights"),
    );
    const largest = (name: string) => Math.max(...weights.get(name)!.values.map(Math.abs));
    for (const [name, bound] of [
      ["sage.weight", 1 / 4],
      ["sage.root", 1 / 4],
      ["gat.weight", Math.sqrt(6 / 50)],
      ["gat.source", Math.sqrt(6 / 12)],
      ["gin.first.weight", 1 / Math.sqrt(20)],
      ["gin.second.weight", 1 / 5],
    ] as const) {
      expect(largest(name), name).to.be.within(0.75 * bound, bound);
    }
    expect(largest("gat.bias")).to.equal(0);
    for (const [name, value] of Object.entries({ weight: 1, bias: 0, mean: 0, variance: 1 })) {
      expect(Array.from(weights.get(`norm.${name}`)!.values)).to.deep.equal([value, value, value]);
    }
  });
});
