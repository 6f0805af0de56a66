import { oneVsRestGaps } from "@evenodds/core";
import { expect } from "chai";
import { binaryOutcomes, outcomesOf } from "../../support/outcomes.js";

describe("oneVsRestGaps", () => {
  it("gives the TPR and FPR gaps of 18 rows with 4 classes (fairlearn#1212)", () => {
    const outcomes = outcomesOf({
      y: "0,1,2,3,1,2,1,3,2,0,0,3,1,1,2,3,1,2",
      predicted: "1,3,1,3,2,2,3,0,0,2,1,1,2,0,3,1,2,2",
      s: "b,b,a,b,b,a,a,a,a,a,b,a,b,b,a,b,a,a",
    });
    const gaps = oneVsRestGaps(outcomes, { minimumSupport: 1 });
    expect(gaps.map((gap) => gap.class)).to.deep.equal(["0", "1", "2", "3"]);
    expect(gaps.map(({ truePositiveRate }) => truePositiveRate.value)).to.deep.equal([0, 0, null, 0.5]);
    const falsePositives = gaps.map(({ falsePositiveRate }) => falsePositiveRate.value!.toFixed(4));
    expect(falsePositives).to.deep.equal(["0.0556", "0.5000", "0.1500", "0.0833"]);
  });

  it("gives TPR and FPR gap of two classes, mirrored", () => {
    // TPR .9 and .6, FPR .2 and .4.
    const outcomes = binaryOutcomes({ a: { tn: 8, fp: 2, fn: 1, tp: 9 }, b: { tn: 6, fp: 4, fn: 4, tp: 6 } });
    const [zero, one] = oneVsRestGaps(outcomes);
    expect([one!.truePositiveRate.value, one!.falsePositiveRate.value]).to.deep.equal([0.3, 0.2]);
    expect([zero!.truePositiveRate.value, zero!.falsePositiveRate.value]).to.deep.equal([0.2, 0.3]);
  });
});
