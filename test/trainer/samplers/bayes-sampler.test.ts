import { Random } from "@evenodds/core";
import { expect } from "chai";
import { drawAttributes, estimateSampler } from "../../../packages/trainer/src/samplers/bayes-sampler.js";

describe("estimateSampler", () => {
  const label = Int32Array.of(0, 0, 0, 0, 1, 1, -1);
  const attribute = Int32Array.of(0, 0, 0, 1, 1, 1, 0);
  const estimate = (nodes: number[], classCount = 2) =>
    estimateSampler({ label, attribute, nodes: Int32Array.from(nodes), classCount, levelCount: 2 });

  it("counts the attribute within each label", () => {
    expect(Array.from(estimate([0, 1, 2, 3, 4, 5]).probability)).to.deep.equal([0.75, 0.25, 0, 1]);
  });

  it("gives a class without nodes the shares of all, and names it", () => {
    const { probability, unseenClasses } = estimate([0, 1, 2, 3], 2);
    expect(unseenClasses).to.deep.equal([1]);
    expect(Array.from(probability)).to.deep.equal([0.75, 0.25, 0.75, 0.25]);
  });

  it("draws in proportion given the label, and level 0 for unlabelled nodes", () => {
    const labels = Int32Array.from({ length: 30_000 }, (_, i) => [0, 1, -1][i % 3]!);
    const drawn = drawAttributes(estimate([0, 1, 2, 3, 4, 5]), labels, Random.of(1, "attributes"));
    const share = (y: number) => {
      const of = drawn.filter((_, i) => labels[i] === y);
      return of.filter((level) => level === 1).length / of.length;
    };
    expect(share(0)).to.be.closeTo(0.25, 0.015);
    expect(share(1)).to.equal(1);
    expect(share(-1)).to.equal(0);
  });

  it("draws every one of three levels", () => {
    const three = estimateSampler({
      label: Int32Array.of(0, 0, 0, 0),
      attribute: Int32Array.of(0, 1, 2, 2),
      nodes: Int32Array.of(0, 1, 2, 3),
      classCount: 1,
      levelCount: 3,
    });
    const drawn = drawAttributes(three, new Int32Array(20_000), Random.of(2, "attributes"));
    const shares = [0, 1, 2].map((level) => drawn.filter((x) => x === level).length / drawn.length);
    [0.25, 0.25, 0.5].forEach((share, level) => expect(shares[level]).to.be.closeTo(share, 0.015));
  });
});
