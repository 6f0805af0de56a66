import { powerSentence } from "@evenodds/auditor/internal";
import { expect } from "chai";

const needed = { factor: 3.14, smallestCell: 19, smallestCellNeeded: 60, verdict: "violated", reason: null } as const;

describe("powerSentence", () => {
  it("says how much larger cells would have to be, rounded up, and what would then be said", () => {
    expect(powerSentence(needed, "nodes")).to.equal(
      "With these rates, cells would have to be about 3.2 times larger, about 60 nodes in the smallest cell (now 19), to say violated.",
    );
    expect(powerSentence({ ...needed, factor: 1.001 }, "rows")).to.include("about 1.1 times larger");
    expect(powerSentence({ ...needed, factor: 1234.2, smallestCellNeeded: 23_450 }, "effective rows")).to.match(
      /about 1,235 times larger, about 23,450 effective rows in/,
    );
  });

  it("says why no size would do", () => {
    const never = { factor: null, smallestCell: 19, smallestCellNeeded: null, verdict: null };
    expect(powerSentence({ ...never, reason: "the gap equals the limit" }, "rows")).to.equal(
      "Larger cells alone would not decide it: the gap equals the limit.",
    );
  });
});
