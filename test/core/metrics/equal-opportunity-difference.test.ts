import { equalOpportunityDifference, UsageError } from "@evenodds/core";
import { expect } from "chai";
import { binaryOutcomes } from "../../support/outcomes.js";

// TPR .9 and .7; TNR .5 and .8.
const outcomes = binaryOutcomes({ a: { tn: 5, fp: 5, fn: 1, tp: 9 }, b: { tn: 8, fp: 2, fn: 3, tp: 7 } });

describe("equalOpportunityDifference", () => {
  it("is the TPR gap of the named class, so that it depends on the name (fairness#12)", () => {
    expect(equalOpportunityDifference(outcomes, { positiveClass: "1" }).value).to.equal(0.2);
    expect(equalOpportunityDifference(outcomes, { positiveClass: "0" }).value).to.equal(0.3);
  });

  it("ignores small cells of other labels", () => {
    const small = binaryOutcomes({ a: { tn: 1, fp: 0, fn: 1, tp: 9 }, b: { tn: 8, fp: 2, fn: 3, tp: 7 } });
    expect(equalOpportunityDifference(small, { positiveClass: "1" }).status).to.equal("estimated");
    expect(equalOpportunityDifference(small, { positiveClass: "0" }).status).to.equal("undefined");
  });

  it("rejects an unknown class with near matches", () => {
    const yesNo = { ...outcomes, classes: ["no", "yes"] };
    expect(() => equalOpportunityDifference(yesNo, { positiveClass: "yess" })).to.throw(
      UsageError,
      /did you mean "yes"/,
    );
  });
});
