import { Random } from "@evenodds/core";
import { bayesSampler, drawAttributes } from "@evenodds/trainer/internal";
import { expect } from "chai";

describe("bayesSampler", () => {
  const label = Int32Array.of(0, 0, 0, 0, 1, 1, -1);
  const attribute = Int32Array.of(0, 0, 0, 1, 1, 1, 0);
  const estimate = (nodes: number[], classCount = 2) =>
    bayesSampler({ label, attribute, nodes: Int32Array.from(nodes), classCount, levelCount: 2 });

  it("counts the attribute within each label", () => {
    expect(Array.from(estimate([0, 1, 2, 3, 4, 5]).probability)).to.deep.equal([0.75, 0.25, 0, 1]);
  });

  it("gives a class without nodes the shares of all, and names it", () => {
    const { probability, unseenClasses } = estimate([0, 1, 2, 3], 2);
    expect(unseenClasses).to.deep.equal([1]);
    expect(Array.from(probability)).to.deep.equal([0.75, 0.25, 0.75, 0.25]);
  });

  it("draws in proportion given the label, and nothing for unlabelled nodes", () => {
    const labels = Int32Array.from({ length: 30_000 }, (_, i) => [0, 1, -1][i % 3]!);
    const sampler = { ...estimate([0, 1, 2, 3, 4, 5]), row: labels };
    const drawn = drawAttributes(sampler, null, Random.of(1, "attributes"));
    const share = (y: number) => {
      const of = drawn.filter((_, i) => labels[i] === y);
      return of.filter((level) => level === 1).length / of.length;
    };
    expect(share(0)).to.be.closeTo(0.25, 0.015);
    expect(share(1)).to.equal(1);
    expect(drawn.every((level, i) => level >= 0 === labels[i]! >= 0)).to.equal(true);
  });

  it("draws every one of three levels", () => {
    const three = bayesSampler({
      label: Int32Array.of(0, 0, 0, 0),
      attribute: Int32Array.of(0, 1, 2, 2),
      nodes: Int32Array.of(0, 1, 2, 3),
      classCount: 1,
      levelCount: 3,
    });
    const drawn = drawAttributes({ ...three, row: new Int32Array(20_000) }, null, Random.of(2, "attributes"));
    const shares = [0, 1, 2].map((level) => drawn.filter((x) => x === level).length / drawn.length);
    [0.25, 0.25, 0.5].forEach((share, level) => expect(shares[level]).to.be.closeTo(share, 0.015));
  });

  it("draws nothing where a label may not be seen, and the same as ever elsewhere", () => {
    const sampler = { ...estimate([0, 1, 2, 3, 4, 5]), row: Int32Array.of(0, 1, 0, 1, 0) };
    const all = drawAttributes(sampler, null, Random.of(3, "attributes"));
    const some = drawAttributes(sampler, Uint8Array.of(1, 0, 1, 0, 1), Random.of(3, "attributes"));
    expect(Array.from(some)).to.deep.equal([all[0], -1, all[2], -1, all[4]]);
  });
});
