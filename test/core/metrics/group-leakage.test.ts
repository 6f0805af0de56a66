import { emptyCounts, equalizedOddsDifference, groupLeakage } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, binaryOutcomes } from "../../support/outcomes.js";

describe("groupLeakage", () => {
  it("is one bit where the prediction names the group", () => {
    const outcomes = binaryOutcomes({ a: { tn: 10, fp: 0, fn: 10, tp: 0 }, b: { tn: 0, fp: 10, fn: 0, tp: 10 } });
    expect(groupLeakage(outcomes)).to.deep.equal({ fromLabel: 0.5, fromLabelAndPrediction: 1, bits: 1 });
  });

  it("is nothing where rates are equal, although groups differ in size", () => {
    const outcomes = binaryOutcomes({ a: { tn: 30, fp: 10, fn: 6, tp: 12 }, b: { tn: 3, fp: 1, fn: 1, tp: 2 } });
    const { fromLabel, fromLabelAndPrediction, bits } = groupLeakage(outcomes);
    expect(fromLabelAndPrediction).to.equal(fromLabel);
    expect(bits).to.be.closeTo(0, 1e-12);
  });

  it("is undefined without rows", () => {
    expect(groupLeakage(emptyCounts(["a"], ["0", "1"])).bits).to.equal(null);
  });

  it("is positive exactly where some rate differs", () => {
    fc.assert(
      fc.property(anyOutcomes(), (outcomes) => {
        const gap = equalizedOddsDifference(outcomes, { minimumSupport: 1 }).value;
        const { bits, fromLabel, fromLabelAndPrediction } = groupLeakage(outcomes);
        if (bits === null) return;
        expect(bits > 1e-12).to.equal(gap !== null && gap > 1e-12);
        expect(fromLabelAndPrediction).to.be.at.least(fromLabel!);
      }),
    );
  });
});
