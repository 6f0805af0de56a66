import { parseTrainingOptions } from "@evenodds/trainer";
import { classifierLayers } from "@evenodds/trainer/internal";
import { expect } from "chai";

describe("classifierLayers", () => {
  const layers = (options: object) =>
    classifierLayers(parseTrainingOptions({ method: "gcn", hidden: 8, heads: 2, ...options }), {
      features: 5,
      outputs: 3,
    });

  it("is the paper's classifier by default: two convolutions, no activation after the second, and a linear head", () => {
    expect(layers({})).to.deep.equal([
      { kind: "gcn", name: "conv1", inputs: 5, outputs: 8 },
      { kind: "relu" },
      { kind: "dropout", rate: 0.5 },
      { kind: "gcn", name: "conv2", inputs: 8, outputs: 8 },
      { kind: "linear", name: "head", inputs: 8, outputs: 3 },
    ]);
  });

  it("repeats the first pattern for depth, with batch normalization before each ReLU", () => {
    const kinds = layers({ layers: 3, batchNorm: true }).map(({ kind }) => kind);
    const block = ["gcn", "batch-norm", "relu", "dropout"];
    expect(kinds).to.deep.equal([...block, ...block, "gcn", "linear"]);
    expect(layers({ layers: 1 }).map(({ kind }) => kind)).to.deep.equal(["gcn", "linear"]);
  });

  it("builds every backbone", () => {
    const first = (backbone: string) => layers({ backbone })[0];
    const common = { name: "conv1", inputs: 5, outputs: 8 };
    expect(first("sage-mean")).to.deep.equal({ kind: "sage", ...common, aggregation: "mean" });
    expect(first("sage-max")).to.deep.equal({ kind: "sage", ...common, aggregation: "max" });
    expect(first("gat")).to.deep.equal({ kind: "gat", ...common, heads: 2, negativeSlope: 0.2 });
    expect(first("gin")).to.deep.equal({ kind: "gin", ...common, hidden: 8, epsilon: 0 });
    expect(first("mlp")).to.deep.equal({ kind: "linear", ...common });
  });

  it("refuses heads that do not divide the width", () => {
    expect(() => layers({ backbone: "gat", heads: 3 })).to.throw("‘heads’: expected a divisor of ‘hidden’ 8, found 3");
  });
});
