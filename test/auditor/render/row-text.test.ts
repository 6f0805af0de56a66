import { exclusions, rowSentence } from "@evenodds/auditor/internal";
import { expect } from "chai";

const none = { unlabelled: 0, "missing-attribute": 0, "outside-split": 0, "non-finite-prediction": 0 };

describe("rowSentence", () => {
  it("adds up to the rows that were read", () => {
    const excluded = { ...none, unlabelled: 12, "outside-split": 1468 };
    expect(rowSentence({ rows: { read: 2000, used: 520, excluded }, unknown: null })).to.equal(
      "2,000 rows read = 520 used + 12 unlabelled + 1,468 outside the split",
    );
  });

  it("names rows of groups that were too small to be counted", () => {
    const rows = { read: 100, used: 88, excluded: { ...none, "small-group": 12 } };
    expect(rowSentence({ rows, unknown: null })).to.equal("100 rows read = 88 used + 12 in groups of too few rows");
  });

  it("tells weights, and the column that counts rows, from rows", () => {
    const counted = { read: 180, used: 178, excluded: { ...none, unlabelled: 2 } };
    expect(rowSentence({ rows: { ...counted, weight: 81.4 }, unknown: null })).to.equal(
      "180 rows read = 178 used + 2 unlabelled; those used weigh 81.4",
    );
    expect(rowSentence({ rows: counted, unknown: null }, { countColumn: "n" })).to.equal(
      '180 rows counted by "n" = 178 used + 2 unlabelled',
    );
  });

  it("names no reason where no row is left out", () => {
    expect(rowSentence({ rows: { read: 40, used: 40, excluded: none }, unknown: null })).to.equal(
      "40 rows read = 40 used",
    );
  });

  it("tells the attributes of a crossing apart, and an attribute that rows without a label lack too", () => {
    const rows = { read: 200, used: 80, excluded: { ...none, "missing-attribute": 120 } };
    const crossed = [
      { attribute: "sex", rows: 70 },
      { attribute: "age", rows: 60 },
    ];
    expect(rowSentence({ rows, unknown: crossed })).to.equal(
      "200 rows read = 80 used + 120 without the attribute (unknown: sex 70, age 60)",
    );
    expect(rowSentence({ rows, unknown: [{ attribute: "sex", rows: 120 }] })).to.equal(
      "200 rows read = 80 used + 120 without the attribute",
    );
    expect(rowSentence({ rows, unknown: [{ attribute: "sex", rows: 130 }] })).to.include("(unknown: sex 130)");
  });
});

describe("exclusions", () => {
  it("has words for every reason", () => {
    const excluded = { unlabelled: 1, "missing-attribute": 2, "outside-split": 3, "non-finite-prediction": 4 };
    const found = exclusions({ read: 10, used: 0, excluded });
    expect(found.map(({ rows }) => rows)).to.deep.equal([1, 2, 3, 4]);
    expect(found[3]!.why).to.equal("with a prediction that is not finite");
  });
});
