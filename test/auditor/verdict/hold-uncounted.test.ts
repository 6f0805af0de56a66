import { holdUncounted } from "@evenodds/auditor/internal";
import { expect } from "chai";

describe("holdUncounted", () => {
  const pass = { verdict: "pass", reason: "0.1 is within the limit 0.2" } as const;

  it("lets no gate pass while rows of small groups are missing, and names how many", () => {
    expect(holdUncounted(pass, { "small-group": 12, unlabelled: 3 })).to.deep.equal({
      verdict: "inconclusive",
      reason: "0.1 is within the limit 0.2, but 12 rows of groups of too few rows never left the database",
    });
    expect(holdUncounted(pass, { "small-group": 1 }).reason).to.match(/but 1 row of a group of too few rows/);
  });

  it("changes nothing without such rows, and nothing that does not pass", () => {
    expect(holdUncounted(pass, { unlabelled: 3 })).to.equal(pass);
    expect(holdUncounted(pass, { "small-group": 0 })).to.equal(pass);
    const violated = { verdict: "violated", reason: "0.3 is above the limit 0.2" } as const;
    expect(holdUncounted(violated, { "small-group": 12 })).to.equal(violated);
    const inconclusive = { verdict: "inconclusive", reason: "undefined" } as const;
    expect(holdUncounted(inconclusive, { "small-group": 12 })).to.equal(inconclusive);
  });
});
