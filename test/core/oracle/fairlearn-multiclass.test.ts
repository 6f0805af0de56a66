import {
  demographicParityDifference,
  diagonalRecallGap,
  equalizedOddsDifference,
  equalizedOddsMeanDifference,
  equalizedOddsRatio,
  equalizedOddsToOverallDifference,
  fairgnnEqualOpportunityDifference,
  labelComparison,
  largestGap,
  oneVsRestGaps,
  predictionCounts,
} from "@evenodds/core";
import { expect } from "chai";
import { named, outcomesOfCase, readFixture } from "../../fixtures/oracle/fixtures.js";

const { cases } = readFixture("multiclass.json");
const everyRow = { minimumSupport: 1 };
const tolerance = 1e-12;

describe("Fairlearn's MetricFrame on more than two classes", () => {
  it("has been asked about 10 tables, 8 of them without an empty cell", () => {
    expect([cases.length, cases.filter(({ hasEmptyCell }) => !hasEmptyCell).length]).to.deep.equal([10, 8]);
  });

  for (const one of cases) {
    const outcomes = outcomesOfCase(one);
    const { fairlearn } = one;
    const status = one.hasEmptyCell ? "partial" : "estimated";

    describe(one.name, () => {
      it("equalizedOddsDifference has a value where Fairlearn's own raises", () => {
        expect(fairlearn.equalizedOddsDifference).to.deep.equal({ error: "ValueError" });
        const difference = equalizedOddsDifference(outcomes, everyRow);
        expect(difference.status).to.equal(status);
        expect(difference.value).to.be.closeTo(fairlearn.worstGap, tolerance);
      });

      it("the gap of every label and prediction", () => {
        fairlearn.gaps.forEach((row, label) =>
          one.classes.forEach((_, prediction) => {
            const { value } = largestGap([labelComparison(outcomes, label, prediction)], everyRow);
            // A gap of a label with one group is 0 in a MetricFrame and none here.
            if (value === null) expect(row?.[prediction] ?? 0).to.equal(0);
            else expect(value).to.be.closeTo(row![prediction]!, tolerance);
          }),
        );
      });

      it("diagonalRecallGap", () => {
        expect(diagonalRecallGap(outcomes, everyRow).value).to.be.closeTo(fairlearn.worstDiagonalGap, tolerance);
      });

      it("equalizedOddsToOverallDifference", () => {
        const { value } = equalizedOddsToOverallDifference(outcomes, everyRow);
        expect(value).to.be.closeTo(fairlearn.worstGapToOverall, tolerance);
      });

      it("demographicParityDifference is the largest of the classes' differences", () => {
        const { value } = demographicParityDifference(predictionCounts(outcomes), everyRow);
        const theirs = Math.max(...fairlearn.oneVsRest.map(({ selectionRateGap }) => selectionRateGap));
        expect(value).to.be.closeTo(theirs, tolerance);
      });

      it("oneVsRestGaps, false positives", () => {
        oneVsRestGaps(outcomes, everyRow).forEach(({ falsePositiveRate }, c) => {
          expect(falsePositiveRate.value).to.be.closeTo(fairlearn.oneVsRest[c]!.falsePositiveRateGap, tolerance);
        });
      });
    });
  }

  for (const one of cases.filter(({ hasEmptyCell }) => !hasEmptyCell)) {
    const outcomes = outcomesOfCase(one);
    const { fairlearn } = one;

    it(`oneVsRestGaps, true positives: ${one.name}`, () => {
      oneVsRestGaps(outcomes, everyRow).forEach(({ truePositiveRate }, c) => {
        expect(truePositiveRate.value).to.be.closeTo(fairlearn.oneVsRest[c]!.truePositiveRateGap!, tolerance);
      });
    });

    it(`equalizedOddsMeanDifference: ${one.name}`, () => {
      expect(equalizedOddsMeanDifference(outcomes, everyRow).value).to.be.closeTo(fairlearn.meanOfWorstGaps, tolerance);
    });
  }

  for (const one of cases.filter(({ groups }) => groups.length === 2)) {
    it(`fairgnnEqualOpportunityDifference is equal opportunity of merged classes: ${one.name}`, () => {
      const { value } = fairgnnEqualOpportunityDifference(outcomesOfCase(one));
      expect(value).to.be.closeTo(one.fairlearn.mergedEqualOpportunityDifference, tolerance);
    });
  }

  for (const one of cases.filter(({ name }) => name !== "constant prediction")) {
    it(`equalizedOddsRatio: ${one.name}`, () => {
      const { status, value, reason } = equalizedOddsRatio(outcomesOfCase(one), everyRow);
      expect(value).to.be.closeTo(one.fairlearn.worstRatio, tolerance);
      const partial = one.hasEmptyCell || one.fairlearn.undefinedRatios > 0;
      expect(status).to.equal(partial ? "partial" : "estimated");
      if (one.fairlearn.undefinedRatios > 0) {
        const all = one.classes.length ** 2;
        expect(reason).to.equal(`${one.fairlearn.undefinedRatios} of ${all} ratios are 0/0 and were left out`);
      }
    });
  }
});

describe("Fairlearn's MetricFrame where it answers something else", () => {
  it("takes a constant prediction for a ratio of 1; ours is undefined", () => {
    const one = named(cases, "constant prediction");
    expect(one.fairlearn.worstRatio).to.equal(1);
    expect(equalizedOddsRatio(outcomesOfCase(one), everyRow)).to.deep.include({ status: "undefined", value: null });
  });

  it("makes the recall of nobody 0, hence a one-vs-rest gap of .7; ours is undefined", () => {
    const one = named(cases, "a declared cell without rows");
    expect(one.fairlearn.oneVsRest[1]!.truePositiveRateGap).to.equal(0.7);
    const { truePositiveRate } = oneVsRestGaps(outcomesOfCase(one), everyRow)[1]!;
    expect(truePositiveRate).to.deep.include({ status: "undefined", value: null });
  });

  it("counts the gap of a label with one group as 0 in the mean; ours leaves the label out", () => {
    const one = named(cases, "a declared cell without rows");
    // Labels c0 and c2 have a largest gap of .2 each.
    expect(one.fairlearn.meanOfWorstGaps).to.be.closeTo(0.4 / 3, tolerance);
    const mean = equalizedOddsMeanDifference(outcomesOfCase(one), everyRow);
    expect(mean.status).to.equal("partial");
    expect(mean.value).to.be.closeTo(0.2, tolerance);
  });

  it("has no row for a declared class without rows; ours lists its cells", () => {
    const one = named(cases, "a predicted class without rows");
    expect(one.fairlearn.gaps[2]).to.equal(null);
    expect(equalizedOddsDifference(outcomesOfCase(one), everyRow).leftOut).to.deep.equal([
      { group: "g0", label: "c2", n: 0, status: "empty" },
      { group: "g1", label: "c2", n: 0, status: "empty" },
    ]);
  });
});
