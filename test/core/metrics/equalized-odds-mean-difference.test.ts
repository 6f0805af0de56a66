import { equalizedOddsDifference, equalizedOddsMeanDifference } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, binaryOutcomes } from "../../support/outcomes.js";

describe("equalizedOddsMeanDifference", () => {
  it("is the mean of TPR and FPR gap for two classes", () => {
    // TPR gap .3, FPR gap .2.
    const outcomes = binaryOutcomes({ a: { tn: 8, fp: 2, fn: 1, tp: 9 }, b: { tn: 6, fp: 4, fn: 4, tp: 6 } });
    expect(equalizedOddsMeanDifference(outcomes).value).to.be.closeTo(0.25, 1e-15);
  });

  it("is 1 where gaps of opposite sign would cancel in a signed mean (AIF360#528)", () => {
    const outcomes = binaryOutcomes({ U: { tn: 5, fp: 0, fn: 0, tp: 5 }, P: { tn: 0, fp: 5, fn: 5, tp: 0 } });
    expect(equalizedOddsMeanDifference(outcomes).value).to.equal(1);
  });

  it("averages over the labels that can be compared and is partial then", () => {
    const outcomes = binaryOutcomes({ a: { tn: 8, fp: 2, fn: 0, tp: 1 }, b: { tn: 6, fp: 4, fn: 4, tp: 6 } });
    expect(equalizedOddsMeanDifference(outcomes)).to.deep.include({ status: "partial", value: 0.2 });
  });

  it("is at most the maximum", () => {
    fc.assert(
      fc.property(anyOutcomes(), (outcomes) => {
        const mean = equalizedOddsMeanDifference(outcomes).value ?? 0;
        expect(mean).to.be.at.most((equalizedOddsDifference(outcomes).value ?? 0) + 1e-15);
      }),
    );
  });
});
