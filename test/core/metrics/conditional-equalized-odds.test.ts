import { addCounts, conditionalEqualizedOdds, equalizedOddsDifference } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, binaryOutcomes } from "../../support/outcomes.js";

// TPR of a is .2 above b's in one level and .2 below in the other; together both have .7.
const day = binaryOutcomes({ a: { tn: 10, fp: 0, fn: 2, tp: 8 }, b: { tn: 10, fp: 0, fn: 4, tp: 6 } });
const night = binaryOutcomes({ a: { tn: 10, fp: 0, fn: 4, tp: 6 }, b: { tn: 10, fp: 0, fn: 2, tp: 8 } });

describe("conditionalEqualizedOdds", () => {
  it("finds what cancels when all rows are taken together", () => {
    expect(equalizedOddsDifference(addCounts(day, night)).value).to.equal(0);
    const found = conditionalEqualizedOdds([
      { level: "day", outcomes: day },
      { level: "night", outcomes: night },
    ]);
    expect(found).to.deep.include({ status: "estimated", value: 0.2, worstLevel: "day", reason: null });
    expect(found.byLevel.map(({ level, n }) => [level, n])).to.deep.equal([
      ["day", 40],
      ["night", 40],
    ]);
  });

  it("is a lower bound where a level cannot be compared, and undefined where none can", () => {
    const single = { level: "dusk", outcomes: binaryOutcomes({ a: { tn: 9, fp: 0, fn: 0, tp: 9 } }) };
    const partial = conditionalEqualizedOdds([{ level: "day", outcomes: day }, single]);
    expect(partial).to.deep.include({ status: "partial", value: 0.2 });
    expect(partial.reason).to.match(/1 of 2 levels: "dusk"/);
    expect(conditionalEqualizedOdds([single])).to.deep.include({ status: "undefined", value: null, worstLevel: null });
    expect(conditionalEqualizedOdds([]).reason).to.match(/no levels/);
  });

  it("is the plain difference for one level, and the maximum for several", () => {
    fc.assert(
      fc.property(anyOutcomes(), anyOutcomes(), (one, two) => {
        const [first, second] = [one, two].map((outcomes) => equalizedOddsDifference(outcomes).value);
        const levels = [one, two].map((outcomes, i) => ({ level: `${i}`, outcomes }));
        expect(conditionalEqualizedOdds(levels.slice(0, 1)).value).to.equal(first);
        const known = [first!, second!].filter((value) => value !== null);
        expect(conditionalEqualizedOdds(levels).value).to.equal(known.length === 0 ? null : Math.max(...known));
      }),
    );
  });
});
