import { summarizeChange } from "@evenodds/experiments/internal";
import { expect } from "chai";
import { outputOf } from "./stars.js";

describe("summarizeChange", () => {
  const label = Int32Array.of(0, 1, 0, 1, 0);
  const pair = {
    label,
    before: outputOf(label, [0.25, 0.75, 0.25, 0.75, 0.5]),
    after: outputOf(label, [0.75, 0.25, 0.375, 0.875, 0]),
  };

  it("has mean, error and range of the rise, and both means", () => {
    const { rise, ...others } = summarizeChange([0, 1, 2, 3], pair);
    // Rises 0.5, −0.5, 0.125, 0.125.
    expect(rise.n).to.equal(4);
    expect(rise.mean).to.equal(0.0625);
    expect(rise.sem).to.be.closeTo(Math.sqrt((0.4375 ** 2 + 0.5625 ** 2 + 2 * 0.0625 ** 2) / 3 / 4), 1e-12);
    expect(others.smallestRise).to.equal(-0.5);
    expect(others.largestRise).to.equal(0.5);
    expect(others.rightBefore).to.equal(0.5);
    expect(others.rightAfter).to.equal(0.5625);
    expect(others.confidenceBefore).to.equal(0.75);
    expect(others.confidenceAfter).to.equal((0.75 + 0.75 + 0.625 + 0.875) / 4);
  });

  it("counts who changes between right and wrong", () => {
    const { wrongToRight, rightToWrong, rightBoth, wrongBoth } = summarizeChange([0, 1, 2, 3], pair);
    expect({ wrongToRight, rightToWrong, rightBoth, wrongBoth }).to.deep.equal({
      ...{ wrongToRight: 1, rightToWrong: 1, rightBoth: 1, wrongBoth: 1 },
    });
  });

  it("has no error for one node and no mean for none", () => {
    expect(summarizeChange([3], pair).rise).to.deep.equal({ n: 1, mean: 0.125, sd: null, sem: null });
    const nobody = summarizeChange([], pair);
    expect(nobody.rise.mean).to.equal(null);
    expect([nobody.smallestRise, nobody.largestRise, nobody.rightBefore, nobody.confidenceAfter]).to.deep.equal([
      ...[null, null, null, null],
    ]);
    expect(nobody.wrongBoth).to.equal(0);
  });
});
