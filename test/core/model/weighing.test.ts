import { findUnweighable, weighableLayers, weighingOf, type Layer } from "@evenodds/core";
import { expect } from "chai";

const shape = { name: "a", inputs: 2, outputs: 2 };
const gcn: Layer = { kind: "gcn", ...shape };
const gin: Layer = { kind: "gin", ...shape, hidden: 2, epsilon: 0 };
const gat: Layer = { kind: "gat", ...shape, heads: 1, negativeSlope: 0.2 };
const sage = (aggregation: "mean" | "max"): Layer => ({ kind: "sage", ...shape, aggregation });
const linear: Layer = { kind: "linear", ...shape };
const relu: Layer = { kind: "relu" };

describe("weighingOf", () => {
  it("is sums for what adds up over arcs, refuses for what compares or attends, and no arcs for the rest", () => {
    expect([gcn, gin, sage("mean")].map(weighingOf)).to.deep.equal(["sums", "sums", "sums"]);
    expect([gat, sage("max")].map(weighingOf)).to.deep.equal(["refuses", "refuses"]);
    expect([linear, relu].map(weighingOf)).to.deep.equal(["no arcs", "no arcs"]);
  });
});

describe("weighableLayers", () => {
  it("names every form that can have weights, in the order of the alphabet", () => {
    expect(weighableLayers).to.equal("gcn, gin, sage with aggregation mean");
  });
});

describe("findUnweighable", () => {
  it("is null where some layer sums and none refuses", () => {
    expect(findUnweighable([linear, relu, gcn])).to.equal(null);
    expect(findUnweighable([sage("mean"), gin])).to.equal(null);
  });

  it("is the first layer that refuses, in words of a user, even beside one that sums", () => {
    expect(findUnweighable([gcn, sage("max"), gat])).to.deep.equal({
      layer: sage("max"),
      words: "sage with aggregation max",
    });
    expect(findUnweighable([gat])).to.deep.equal({ layer: gat, words: "gat" });
  });

  it("is no layer where none looks at arcs", () => {
    expect(findUnweighable([linear, relu])).to.deep.equal({ layer: null });
    expect(findUnweighable([])).to.deep.equal({ layer: null });
  });
});
