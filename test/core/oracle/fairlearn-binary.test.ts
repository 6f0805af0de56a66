import {
  accuracyByGroup,
  demographicParityDifference,
  equalizedOddsDifference,
  equalizedOddsMeanDifference,
  equalizedOddsRatio,
  equalizedOddsToOverallDifference,
  equalOpportunityDifference,
  labelComparison,
  predictionCounts,
  rateOf,
  selectionComparisons,
  type Disparity,
} from "@evenodds/core";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import { named, outcomesOfCase, readFixture } from "../../fixtures/oracle/fixtures.js";

const { cases } = readFixture("binary.json");
const filled = cases.filter(({ hasEmptyCell }) => !hasEmptyCell);
// Fairlearn knows no minimum support: every cell that has a row takes part.
const everyRow = { minimumSupport: 1 };
const tolerance = 1e-12;

function expectEstimate({ status, value }: Disparity, expected: number): void {
  expect(status).to.equal("estimated");
  expect(value).to.be.closeTo(expected, tolerance);
}

describe("Fairlearn on two classes", () => {
  it("has been asked about 15 tables, 14 of them without an empty cell", () => {
    expect([cases.length, filled.length]).to.deep.equal([15, 14]);
  });

  for (const one of filled) {
    const outcomes = outcomesOfCase(one);
    const { equalizedOdds, equalOpportunity, byGroup } = one.fairlearn;

    describe(one.name, () => {
      it("equalizedOddsDifference", () => {
        expectEstimate(equalizedOddsDifference(outcomes, everyRow), equalizedOdds.difference);
      });

      it("equalizedOddsMeanDifference is agg='mean'", () => {
        expectEstimate(equalizedOddsMeanDifference(outcomes, everyRow), equalizedOdds.meanDifference);
      });

      it("equalizedOddsToOverallDifference is method='to_overall'", () => {
        expectEstimate(equalizedOddsToOverallDifference(outcomes, everyRow), equalizedOdds.differenceToOverall);
      });

      it("equalOpportunityDifference", () => {
        const difference = equalOpportunityDifference(outcomes, { ...everyRow, positiveClass: "1" });
        expectEstimate(difference, equalOpportunity.difference);
      });

      it("rates by group", () => {
        const rates = (label: number, prediction: number) =>
          labelComparison(outcomes, label, prediction).fractions.map(({ k, n }) => k / n);
        expectClose(rates(1, 1), byGroup.truePositiveRate, tolerance);
        expectClose(rates(0, 1), byGroup.falsePositiveRate, tolerance);
        expectClose(rates(0, 0), byGroup.trueNegativeRate, tolerance);
        expectClose(rates(1, 0), byGroup.falseNegativeRate, tolerance);
      });
    });
  }

  for (const one of cases) {
    const outcomes = outcomesOfCase(one);
    const { demographicParity, byGroup } = one.fairlearn;

    // An empty cell does not matter where labels are not looked at.
    it(`demographicParityDifference, selection rate and accuracy by group: ${one.name}`, () => {
      const predictions = predictionCounts(outcomes);
      expectEstimate(demographicParityDifference(predictions, everyRow), demographicParity.difference);
      const selection = selectionComparisons(predictions)[0]!;
      expect(selection.prediction).to.equal("1");
      expectClose(
        selection.fractions.map(({ k, n }) => k / n),
        byGroup.selectionRate,
        tolerance,
      );
      expectClose(
        accuracyByGroup(outcomes).map(({ accuracy }) => accuracy!),
        byGroup.accuracy,
        tolerance,
      );
    });
  }
});

describe("Fairlearn's equalized odds ratio", () => {
  const undefinedRatios = ["always wrong", "perfect prediction", "constant prediction 0"];
  const ours = (name: string) =>
    equalizedOddsRatio(outcomesOfCase(named(cases, name)), { ...everyRow, positiveClass: "1" });
  const theirs = (name: string) => named(cases, name).fairlearn.equalizedOdds.ratio;

  for (const { name } of filled.filter((one) => !undefinedRatios.includes(one.name))) {
    it(`is ours where every ratio is defined: ${name}`, () => {
      expectEstimate(ours(name), Number(theirs(name)));
    });
  }

  it("loses 0/0 or not, depending on which of the two ratios it is; ours is partial both times", () => {
    // No TPR above 0: min(NaN, 1) is NaN in Python. No FPR above 0: min(1, NaN) is 1. Neither says so.
    expect([theirs("always wrong"), theirs("perfect prediction")]).to.deep.equal(["nan", 1]);
    for (const name of ["always wrong", "perfect prediction"]) {
      expect(ours(name)).to.deep.include({ status: "partial", value: 1 });
      expect(ours(name).reason).to.match(/1 of 2 ratios are 0\/0/);
    }
  });

  it("is NaN where nobody is predicted positive; ours is undefined with a reason", () => {
    expect(theirs("constant prediction 0")).to.equal("nan");
    expect(ours("constant prediction 0")).to.deep.include({ status: "undefined", value: null });
    expect(ours("constant prediction 0").reason).to.match(/every rate is 0/);
  });
});

describe("Fairlearn with an empty cell", () => {
  const one = named(cases, "no positive label in one group");
  const outcomes = outcomesOfCase(one);

  it("makes the TPR of 0 positives 0, hence a gap of .8; ours is at least .133 and names the cell", () => {
    expect(one.fairlearn.byGroup.truePositiveRate).to.deep.equal([0.7, 0.8, 0]);
    expect(one.fairlearn.equalizedOdds.difference).to.equal(0.8);
    const { status, value, leftOut } = equalizedOddsDifference(outcomes, everyRow);
    // FPR 10/30 against 2/10; TPR .7 against .8.
    expect(value).to.be.closeTo(10 / 30 - 2 / 10, tolerance);
    expect(status).to.equal("partial");
    expect(leftOut).to.deep.equal([{ group: "g2", label: "1", n: 0, status: "empty" }]);
  });

  it("gives a ratio of 0; ours compares the groups that have positives", () => {
    expect(one.fairlearn.equalizedOdds.ratio).to.equal(0);
    const ratio = equalizedOddsRatio(outcomes, { ...everyRow, positiveClass: "1" });
    expect(ratio.status).to.equal("partial");
    expect(ratio.value).to.be.closeTo(2 / 10 / (10 / 30), tolerance);
  });

  it("gives an equal opportunity difference of .8; ours is partial", () => {
    expect(one.fairlearn.equalOpportunity.difference).to.equal(0.8);
    const { status, value } = equalOpportunityDifference(outcomes, { ...everyRow, positiveClass: "1" });
    expect(status).to.equal("partial");
    expect(value).to.be.closeTo(0.1, tolerance);
  });

  it("has rates of 0 for nobody; rateOf has none", () => {
    const { k, n } = labelComparison(outcomes, 1, 1).fractions[2]!;
    expect([k, n, rateOf(k, n)]).to.deep.equal([0, 0, null]);
  });
});
