import { equalizedOddsDifference, equalizedOddsToOverallDifference, overall } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, binaryOutcomes } from "../../support/outcomes.js";

describe("equalizedOddsToOverallDifference", () => {
  it("is the distance of the farthest group from everybody", () => {
    // TPR: a 9/10, b 24/30, all 33/40 = 0.825; a is 0.075 above. TNR is 1 everywhere.
    const outcomes = binaryOutcomes({ a: { tn: 10, fp: 0, fn: 1, tp: 9 }, b: { tn: 10, fp: 0, fn: 6, tp: 24 } });
    const { status, value, worst } = equalizedOddsToOverallDifference(outcomes);
    expect(status).to.equal("estimated");
    expect(value).to.be.closeTo(0.075, 1e-15);
    expect(worst!.highest).to.include({ group: "a", k: 9, n: 10 });
    expect(worst!.lowest).to.include({ group: overall, k: 33, n: 40 });
  });

  it("is at most the equalized odds difference where all cells are supported, and undefined with it", () => {
    fc.assert(
      fc.property(anyOutcomes(), (outcomes) => {
        const every = { minimumSupport: 1 };
        const full = equalizedOddsDifference(outcomes, every);
        const toOverall = equalizedOddsToOverallDifference(outcomes, every);
        expect(toOverall.status).to.equal(full.status);
        if (full.value === null) expect(toOverall.value).to.equal(null);
        else expect(toOverall.value).to.be.at.most(full.value + 1e-12);
      }),
    );
  });
});
