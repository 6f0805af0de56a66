import { verdictSentence } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { countsOf, creditReport, reportOf } from "../../support/audit-reports.js";

const right = [
  [10, 0],
  [0, 10],
];
const constant = [
  [10, 0],
  [10, 0],
];
const equal = countsOf(["n", "y"], { a: right, b: right });
const apart = countsOf(["n", "y"], { a: right, b: constant });
const alone = countsOf(["n", "y"], { a: right });
const settings = { maxGap: 0.1 };

describe("verdictSentence", () => {
  it("says what a single gate came to", () => {
    expect(verdictSentence(creditReport())).to.equal(
      "Equalized odds difference of gender: 0.175 is above the limit 0.1.",
    );
  });

  it("counts several gates", () => {
    const attributes = [
      { name: "one", outcomes: equal },
      { name: "two", outcomes: apart },
    ];
    expect(verdictSentence(reportOf(equal, { attributes, settings }))).to.equal("1 of 2 gates does not hold.");
    const both = attributes.map(({ name }) => ({ name, outcomes: equal }));
    expect(verdictSentence(reportOf(equal, { attributes: both, settings }))).to.equal("All 2 gates hold.");
    const lone = attributes.map(({ name }) => ({ name, outcomes: alone }));
    expect(verdictSentence(reportOf(alone, { attributes: lone, settings }))).to.equal(
      "Not to be decided with these data: 2 of 2 gates. This is not a pass.",
    );
  });

  it("says that undecided is not a pass, and that no gate is neither", () => {
    expect(verdictSentence(reportOf(alone, { settings }))).to.match(/undefined.*This is not a pass\.$/);
    expect(verdictSentence(reportOf(alone))).to.match(/No gate configured/);
  });
});
