import { inductiveSplit, Random, UsageError } from "@evenodds/core";
import { expect } from "chai";
import { learnableGraph } from "../../support/tiny-graphs.js";

describe("inductiveSplit", () => {
  const whole = learnableGraph({ nodes: 40, unlabelled: true });
  const cut = (share: number, seed = 1) => inductiveSplit(whole, { random: Random.of(seed, "cut"), share });

  it("gives two graphs without a common node that hold every node", () => {
    const { training, heldOut } = cut(0.25);
    expect([training.graph.nodeCount, heldOut.graph.nodeCount]).to.deep.equal([30, 10]);
    const ids = [...training.graph.nodeIds, ...heldOut.graph.nodeIds];
    expect(new Set(ids).size).to.equal(40);
  });

  it("accounts for every arc: in one graph, in the other, or cut", () => {
    const { training, heldOut } = cut(0.5);
    const inside = training.graph.source.length + heldOut.graph.source.length;
    expect(training.cutArcs).to.equal(heldOut.cutArcs);
    expect(inside + training.cutArcs).to.equal(whole.graph.source.length);
  });

  it("never leaves a side empty", () => {
    expect(cut(0.001).heldOut.graph.nodeCount).to.equal(1);
    expect(cut(0.999).training.graph.nodeCount).to.equal(1);
  });

  it("refuses a share outside (0, 1)", () => {
    for (const share of [0, 1, NaN]) expect(() => cut(share)).to.throw(UsageError, /share/);
  });
});
