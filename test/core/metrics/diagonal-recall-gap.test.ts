import { diagonalRecallGap, equalizedOddsDifference } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes } from "../../support/outcomes.js";

describe("diagonalRecallGap", () => {
  it("sees right predictions only", () => {
    const outcomes = {
      groups: ["a", "b"],
      classes: ["0", "1", "2"],
      counts: Float64Array.from([5, 5, 0, 0, 10, 0, 0, 1, 9, 5, 0, 5, 0, 10, 0, 0, 0, 10]),
      excluded: {},
    };
    // Recalls 5/10 and 5/10, 1 and 1, 9/10 and 10/10, although label 0 goes to other classes in a and in b.
    expect(diagonalRecallGap(outcomes)).to.deep.include({ status: "estimated", value: 0.1 });
  });

  it("equals the equalized odds difference for two classes and is at most that for more", () => {
    fc.assert(
      fc.property(anyOutcomes(), (outcomes) => {
        const diagonal = diagonalRecallGap(outcomes).value;
        const full = equalizedOddsDifference(outcomes).value;
        if (outcomes.classes.length === 2) expect(diagonal).to.equal(full);
        else expect(diagonal ?? 0).to.be.at.most(full ?? 0);
      }),
    );
  });
});
