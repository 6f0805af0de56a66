import { equalizedOddsRatio } from "@evenodds/core";
import { expect } from "chai";
import { binaryOutcomes } from "../../support/outcomes.js";

describe("equalizedOddsRatio", () => {
  it("is the smaller of TPR and FPR ratio for a named positive class", () => {
    // TPR 9/10 and 6/10: 2/3; FPR 2/10 and 4/10: 1/2; FNR 1/10 and 4/10: 1/4.
    const outcomes = binaryOutcomes({ a: { tn: 8, fp: 2, fn: 1, tp: 9 }, b: { tn: 6, fp: 4, fn: 4, tp: 6 } });
    expect(equalizedOddsRatio(outcomes, { positiveClass: "1" }).value).to.equal(0.5);
    expect(equalizedOddsRatio(outcomes).value).to.equal(0.25);
  });

  it("is undefined for a constant prediction (aequitas#104)", () => {
    const outcomes = binaryOutcomes({ a: { tn: 9, fp: 0, fn: 9, tp: 0 }, b: { tn: 9, fp: 0, fn: 9, tp: 0 } });
    for (const options of [{}, { positiveClass: "1" }]) {
      const ratio = equalizedOddsRatio(outcomes, options);
      expect(ratio).to.deep.include({ status: "undefined", value: null, worst: null });
      expect(ratio.reason).to.match(/0\/0|every rate is 0/);
    }
  });

  it("leaves a 0/0 out and says so", () => {
    const outcomes = binaryOutcomes({ a: { tn: 9, fp: 0, fn: 1, tp: 9 }, b: { tn: 9, fp: 0, fn: 2, tp: 8 } });
    const ratio = equalizedOddsRatio(outcomes, { positiveClass: "1" });
    expect(ratio).to.deep.include({ status: "partial" });
    expect(ratio.value).to.be.closeTo(8 / 9, 1e-15);
    expect(ratio.reason).to.match(/1 of 2 ratios are 0\/0/);
  });

  it("is 0, without a stand-in, where only one group gets a prediction", () => {
    const outcomes = binaryOutcomes({ a: { tn: 9, fp: 0, fn: 1, tp: 9 }, b: { tn: 9, fp: 1, fn: 2, tp: 8 } });
    expect(equalizedOddsRatio(outcomes).value).to.equal(0);
  });

  it("is undefined where nothing can be compared", () => {
    expect(equalizedOddsRatio(binaryOutcomes({ a: { tn: 9, fp: 1, fn: 2, tp: 8 } })).status).to.equal("undefined");
  });
});
