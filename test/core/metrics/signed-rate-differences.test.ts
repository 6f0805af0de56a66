import { signedRateDifferences, UsageError } from "@evenodds/core";
import { expect } from "chai";
import { binaryOutcomes } from "../../support/outcomes.js";

describe("signedRateDifferences", () => {
  const outcomes = binaryOutcomes({ a: { tn: 8, fp: 2, fn: 5, tp: 5 }, b: { tn: 9, fp: 1, fn: 1, tp: 3 } });

  it("says which group is ahead, with counts and status", () => {
    const rows = signedRateDifferences(outcomes, { of: "a", against: "b" });
    expect(rows.map(({ label, prediction, value, status }) => [label, prediction, value, status])).to.deep.equal([
      ["0", "0", -0.1, "ok"],
      ["0", "1", 0.1, "ok"],
      ["1", "0", 0.25, "small"],
      ["1", "1", -0.25, "small"],
    ]);
    expect(rows[3]).to.deep.include({ of: { group: "a", k: 5, n: 10 }, against: { group: "b", k: 3, n: 4 } });
  });

  it("has no value where a cell is empty", () => {
    const half = binaryOutcomes({ a: { tn: 8, fp: 2, fn: 0, tp: 0 }, b: { tn: 9, fp: 1, fn: 1, tp: 3 } });
    expect(signedRateDifferences(half, { of: "a", against: "b" })[3]).to.include({ value: null, status: "empty" });
  });

  it("refuses a group that does not exist", () => {
    expect(() => signedRateDifferences(outcomes, { of: "a", against: "c" })).to.throw(UsageError, /"c"/);
  });
});
