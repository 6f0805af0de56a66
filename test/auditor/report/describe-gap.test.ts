import { describeGap } from "@evenodds/auditor";
import { equalizedOddsDifference } from "@evenodds/core";
import { expect } from "chai";
import { binaryOutcomes } from "../../support/outcomes.js";

describe("describeGap", () => {
  it("names both rates with counts and the group that is served worse", () => {
    const outcomes = binaryOutcomes({ f: { tn: 9, fp: 1, fn: 3, tp: 5 }, m: { tn: 17, fp: 3, fn: 5, tp: 20 } });
    expect(describeGap(equalizedOddsDifference(outcomes))).to.equal(
      'Rows with label "1" are predicted "1" at a rate of 0.625 (5 of 8) in group "f" and 0.800 (20 of 25) in group "m", ' +
        'a difference of 0.175: the classifier is right less often for group "f".',
    );
    expect(describeGap(equalizedOddsDifference(outcomes), { unit: "node" })).to.match(/^Nodes with label "1" are/);
  });

  it("shows two decimals of weighted counts, and says that they are weights", () => {
    const cells = { tn: 9.5, fp: 0.5, fn: 3.123456, tp: 5 };
    const outcomes = binaryOutcomes({ f: cells, m: { ...cells, tp: 20 } });
    expect(describeGap(equalizedOddsDifference(outcomes), { weighted: true }))
      .to.include("(5 of 8.12 by weight)")
      .and.include("(20 of 23.12 by weight)");
  });

  it("turns round for a wrong prediction: the higher rate is the worse", () => {
    const outcomes = {
      groups: ["a", "b"],
      classes: ["0", "1", "2"],
      counts: Float64Array.from([5, 5, 0, 0, 10, 0, 0, 0, 10, 5, 0, 5, 0, 10, 0, 0, 0, 10]),
      excluded: {},
    };
    expect(describeGap(equalizedOddsDifference(outcomes))).to.match(
      /label "0" are predicted "1" at a rate of 0\.500 \(5 of 10\) in group "a".*this error is made more often for group "a"\./,
    );
  });

  it("says that a partial gap is a lower bound, and why an undefined one is undefined", () => {
    const partial = binaryOutcomes({ f: { tn: 9, fp: 1, fn: 0, tp: 1 }, m: { tn: 17, fp: 3, fn: 5, tp: 20 } });
    expect(describeGap(equalizedOddsDifference(partial))).to.match(
      /This is a lower bound: cells with too few rows were left out/,
    );
    const single = binaryOutcomes({ f: { tn: 9, fp: 1, fn: 3, tp: 5 } });
    expect(describeGap(equalizedOddsDifference(single))).to.match(/^The gap is undefined: no comparison is possible/);
  });

  it("keeps a name with a line break on one line", () => {
    const outcomes = binaryOutcomes({ "f\n": { tn: 9, fp: 1, fn: 3, tp: 5 }, m: { tn: 17, fp: 3, fn: 5, tp: 20 } });
    expect(describeGap(equalizedOddsDifference(outcomes))).not.to.include("\n");
  });

  it("says that there is no difference where there is none", () => {
    const same = { tn: 9, fp: 1, fn: 3, tp: 5 };
    expect(describeGap(equalizedOddsDifference(binaryOutcomes({ f: same, m: same })))).to.equal(
      "All compared groups have equal rates.",
    );
  });
});
