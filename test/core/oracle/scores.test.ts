import {
  aucByGroup,
  brierByGroup,
  calibrationByGroup,
  countScores,
  thresholdCurve,
  type FigureByGroup,
} from "@evenodds/core";
import { expect } from "chai";
import type { ScoredCase, ScoreFigures } from "../../fixtures/oracle/fixture-types.js";
import { named, readFixture } from "../../fixtures/oracle/fixtures.js";

const { binary: cases } = readFixture("scores.json");
const everyRow = { minimumSupport: 1 };
const tolerance = 1e-12;

const counted = ({ group, y, score, groups }: ScoredCase) =>
  countScores({
    group: Int32Array.from(group),
    label: Int32Array.from(y),
    score: Float64Array.from(score),
    groups,
    classes: ["0", "1"],
  });

function expectFigures(ours: FigureByGroup, one: ScoredCase, pick: (figures: ScoreFigures) => number | null): void {
  const actual = [ours.overall, ...ours.byGroup.map(({ value }) => value)];
  [one.overall, ...one.byGroup].map(pick).forEach((expected, i) => {
    if (expected === null) expect(actual[i]).to.equal(null);
    else expect(actual[i]).to.be.closeTo(expected, tolerance);
  });
  expect(ours.byGroup.length).to.equal(one.groups.length);
}

describe("scores of two classes", () => {
  it("are those of 4 files", () => expect(cases.length).to.equal(4));

  for (const one of cases) {
    describe(one.name, () => {
      it("aucByGroup is scikit-learn's roc_auc_score", () => {
        expectFigures(aucByGroup(counted(one), everyRow), one, ({ auc }) => auc);
      });

      it("brierByGroup is scikit-learn's brier_score_loss", () => {
        expectFigures(brierByGroup(counted(one), everyRow), one, ({ brier }) => brier);
      });

      it("calibrationByGroup is the formula with bins closed on the left", () => {
        expectFigures(calibrationByGroup(counted(one), everyRow), one, ({ eceLeftClosed }) => eceLeftClosed);
      });

      it("counts rows by group", () => {
        expect(brierByGroup(counted(one)).byGroup.map(({ n }) => n)).to.deep.equal(one.byGroup.map(({ n }) => n));
      });
    });
  }

  // With a group that has one class, Fairlearn's difference has a made-up rate.
  for (const one of cases.filter(({ byGroup }) => byGroup.every(({ auc }) => auc !== null))) {
    it(`thresholdCurve is Fairlearn's equalized odds difference at each threshold: ${one.name}`, () => {
      const thresholds = one.thresholds.map(({ threshold }) => threshold);
      const curve = thresholdCurve(counted(one), { ...everyRow, thresholds });
      expect(curve.map(({ threshold }) => threshold)).to.deep.equal(thresholds);
      curve.forEach(({ gap, status }, i) => {
        expect(status).to.equal("estimated");
        expect(gap).to.be.closeTo(one.thresholds[i]!.equalizedOddsDifference, tolerance);
      });
    });
  }
});

describe("scores where conventions and tools differ", () => {
  it("bins closed on the right give another calibration error where scores lie on their borders", () => {
    const one = named(cases, "steps of 0.05: ties and scores on the borders of bins");
    const { eceLeftClosed, eceRightClosed } = one.overall;
    expect(Math.abs(eceLeftClosed - eceRightClosed)).to.be.above(0.001);
    expect(calibrationByGroup(counted(one)).overall).to.be.closeTo(eceLeftClosed, tolerance);
  });

  it("a group of one class has no AUC, and the gap is not estimated", () => {
    const one = named(cases, "one group has one class");
    const { byGroup, gap } = aucByGroup(counted(one), everyRow);
    expect(byGroup.map(({ value }) => value)).to.deep.equal([0.75, null]);
    expect(gap).to.deep.include({ status: "undefined", value: null });
  });

  it("at a threshold, Fairlearn gives that group's missing negatives an FPR of 0; the curve is partial", () => {
    const one = named(cases, "one group has one class");
    const curve = thresholdCurve(counted(one), { ...everyRow, thresholds: [0.3, 0.5, 0.7] });
    expect(curve.map(({ status }) => status)).to.deep.equal(["partial", "partial", "partial"]);
    // At .5 group g0 has TPR 1/2 and FPR 1/2, group g1 TPR 2/3 and no negatives.
    expect(curve[1]!.gap).to.be.closeTo(2 / 3 - 1 / 2, tolerance);
    expect(one.thresholds[1]!.equalizedOddsDifference).to.equal(0.5);
  });
});
