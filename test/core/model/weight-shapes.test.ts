import { expect } from "chai";
import { weightShapes } from "@evenodds/core";

describe("weightShapes", () => {
  it("names every weight after its layer, with the width of a head for attention", () => {
    const layer = { kind: "gat", name: "conv1", inputs: 5, outputs: 8, heads: 2, negativeSlope: 0.2 } as const;
    expect([...weightShapes(layer)]).to.deep.equal([
      ["conv1.weight", [5, 8]],
      ["conv1.source", [2, 4]],
      ["conv1.target", [2, 4]],
      ["conv1.bias", [8]],
    ]);
  });

  it("gives both linear steps of GIN and both matrices of GraphSAGE", () => {
    const gin = { kind: "gin", name: "g", inputs: 5, hidden: 7, outputs: 3, epsilon: 0 } as const;
    const sage = { kind: "sage", name: "s", inputs: 5, outputs: 3, aggregation: "max" } as const;
    expect(Object.fromEntries(weightShapes(gin))).to.deep.equal({
      "g.first.weight": [5, 7],
      "g.first.bias": [7],
      "g.second.weight": [7, 3],
      "g.second.bias": [3],
    });
    expect(Object.fromEntries(weightShapes(sage))).to.deep.equal({
      "s.weight": [5, 3],
      "s.root": [5, 3],
      "s.bias": [3],
    });
  });

  it("gives one row each for the normalisations", () => {
    const layer = { kind: "layer-norm", name: "n", width: 4, epsilon: 1e-5 } as const;
    expect([...weightShapes(layer).keys()]).to.deep.equal(["n.weight", "n.bias"]);
    expect([...weightShapes({ ...layer, kind: "batch-norm" }).keys()]).to.deep.equal([
      ...["n.weight", "n.bias", "n.mean", "n.variance"],
    ]);
  });

  it("is empty for layers without weights", () => {
    expect(weightShapes({ kind: "relu" }).size).to.equal(0);
    expect(weightShapes({ kind: "residual", from: 0 }).size).to.equal(0);
    expect(weightShapes({ kind: "dropout", rate: 0.5 }).size).to.equal(0);
  });
});
