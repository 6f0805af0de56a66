import { ProofError } from "@evenodds/core";
import { compareLogits } from "@evenodds/exporter/internal";
import { expect } from "chai";
import { graphOf } from "../support/graphs.js";

function compare(reference: number[], candidate: number[], { nodes = 2, tolerance = 0.01 } = {}) {
  return compareLogits("tiny", {
    reference: Float32Array.from(reference),
    candidate: Float32Array.from(candidate),
    graph: graphOf(nodes, { arcs: [], width: 1 }),
    tolerance,
  });
}

describe("compareLogits", () => {
  it("divides the largest difference by the largest logit of the reference, or by 1", () => {
    const large = compare([0, 100, 3, 4], [0, 100.5, 3, 4]);
    expect(large).to.deep.equal({ maxAbsoluteDifference: 0.5, relativeDifference: 0.005, argmaxTies: 0 });
    const small = compare([0, 0.5, 0, 0.25], [0, 0.5, 0, 0.2578125]);
    expect(small).to.deep.equal({ maxAbsoluteDifference: 2 ** -7, relativeDifference: 2 ** -7, argmaxTies: 0 });
  });

  it("refuses more than the tolerance and says where", () => {
    expect(() => compare([0, 1, 3, 4], [0, 1, 3, 4.5])).to.throw(
      ProofError,
      /graph "tiny", node 1, class 1: expected 4 within 0\.04, found 4\.5/,
    );
  });

  it("counts a node whose class differs where the reference is as good as undecided", () => {
    expect(compare([0.5, 0.501, 0, 1], [0.501, 0.5, 0, 1]).argmaxTies).to.equal(1);
    expect(compare([0.5, 0.5, 0, 1], [0.5, 0.5, 0, 1]).argmaxTies).to.equal(0);
  });

  it("has no ties where there is one column, whatever its sign", () => {
    expect(compare([0.001, 5], [-0.001, 5]).argmaxTies).to.equal(0);
    expect(() => compare([1, 5], [-1, 5])).to.throw(ProofError, /node 0, class 0: expected 1 within/);
  });

  it("refuses another class where the reference is decided", () => {
    expect(() => compare([0.5, 0.515, 0, 1], [0.509, 0.508, 0, 1])).to.throw(
      ProofError,
      /class of node 0, logits on graph "tiny": expected class 1, found class 0/,
    );
  });

  it("refuses logits that are not finite, whoever they come from", () => {
    expect(() => compare([0, NaN, 0, 1], [0, NaN, 0, 1])).to.throw(ProofError, /node 0, class 1.*NaN from the trained/);
    expect(() => compare([0, 1, 0, 1], [0, 1, Infinity, 1])).to.throw(ProofError, /node 1, class 0.*from the exported/);
  });

  it("refuses another number of logits", () => {
    expect(() => compare([0, 1, 0, 1], [0, 1])).to.throw(ProofError, /expected 4 logits, found 2/);
    expect(() => compare([0, 1, 0], [0, 1, 0])).to.throw(ProofError, /multiple of 2 logits, found 3/);
    expect(() => compare([], [])).to.throw(ProofError, /multiple of 2 logits/);
  });
});
