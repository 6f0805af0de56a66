import { equalOpportunityDifference, fairgnnEqualOpportunityDifference, InputError } from "@evenodds/core";
import { expect } from "chai";
import { binaryOutcomes } from "../../support/outcomes.js";

describe("fairgnnEqualOpportunityDifference", () => {
  it("is the TPR gap of class 1 for two classes", () => {
    const outcomes = binaryOutcomes({ a: { tn: 9, fp: 1, fn: 2, tp: 8 }, b: { tn: 1, fp: 9, fn: 5, tp: 5 } });
    const { value } = fairgnnEqualOpportunityDifference(outcomes);
    expect(value)
      .to.equal(equalOpportunityDifference(outcomes, { positiveClass: "1" }).value)
      .and.to.equal(0.3);
  });

  it("takes all classes above the first for one: mixing them up costs nothing", () => {
    const counts = Float64Array.from([5, 0, 0, 0, 0, 10, 0, 10, 0, 5, 0, 0, 0, 10, 0, 0, 0, 10]);
    const outcomes = { groups: ["a", "b"], classes: ["0", "1", "2"], counts, excluded: {} };
    expect(fairgnnEqualOpportunityDifference(outcomes).value).to.equal(0);
  });

  it("is not defined for three groups", () => {
    const cells = { tn: 1, fp: 1, fn: 1, tp: 1 };
    const outcomes = binaryOutcomes({ a: cells, b: cells, c: cells });
    expect(() => fairgnnEqualOpportunityDifference(outcomes)).to.throw(InputError, /exactly two/);
  });
});
