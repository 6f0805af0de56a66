import {
  equalizedOddsDifference,
  equalizingThresholds,
  InputError,
  outcomesAtThreshold,
  thresholdCurve,
  UsageError,
} from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyScores, scoresOf } from "../../support/scores.js";

const every = { minimumSupport: 1 };
// b's scores are a's minus .2: the same ranking, another scale.
const shifted = scoresOf({
  a: [
    [0.2, 0.3, 0.4],
    [0.5, 0.6, 0.7],
  ],
  b: [
    [0, 0.1, 0.2],
    [0.3, 0.4, 0.5],
  ],
});

describe("thresholdCurve", () => {
  it("has the gap and the accuracy of every threshold, in ascending order", () => {
    const curve = thresholdCurve(shifted, { ...every, thresholds: [0.5, 0.3] });
    // At .3: a has FPR 2/3 and TPR 1, b 0 and 1. At .5: a 0 and 1, b 0 and 1/3.
    expect(curve.map(({ threshold, gap }) => [threshold, gap])).to.deep.equal([
      [0.3, 2 / 3],
      [0.5, 2 / 3],
    ]);
    expect(curve.map(({ accuracy }) => accuracy)).to.deep.equal([10 / 12, 10 / 12]);
  });

  it("starts where all are positive, and takes all scores or some of them evenly", () => {
    expect(thresholdCurve(shifted, every).map(({ threshold }) => threshold)).to.deep.equal(Array.from(shifted.scores));
    expect(thresholdCurve(shifted, every)[0]).to.deep.include({ threshold: 0, gap: 0 });
    const three = thresholdCurve(shifted, { ...every, points: 3 });
    expect(three.map(({ threshold }) => threshold)).to.deep.equal([0, 0.4, 0.7]);
    expect(thresholdCurve(scoresOf({ a: [[], []] }))).to.deep.equal([]);
  });

  it("equals the gap of the outcomes at each threshold on any scores", () => {
    fc.assert(
      fc.property(anyScores(), (written) => {
        const counted = scoresOf(written);
        for (const { threshold, gap, status } of thresholdCurve(counted, every)) {
          const direct = equalizedOddsDifference(outcomesAtThreshold(counted, threshold), every);
          expect([gap, status]).to.deep.equal([direct.value, direct.status]);
        }
      }),
    );
  });

  it("rejects a threshold that is NaN and a curve of one point", () => {
    expect(() => thresholdCurve(shifted, { thresholds: [NaN] })).to.throw(InputError, /thresholds/);
    expect(() => thresholdCurve(shifted, { points: 1 })).to.throw(UsageError, /points/);
  });
});

describe("equalizingThresholds", () => {
  it("finds the shift between two groups", () => {
    const { common, separate, leftOut } = equalizingThresholds(shifted, every);
    expect(leftOut).to.deep.equal([]);
    // One threshold for all: best at .3 or .5, with a gap. One each: .5 and .3, no gap and no error.
    expect(common!.balancedAccuracy).to.be.closeTo(5 / 6, 1e-12);
    expect(common!.gap).to.be.closeTo(2 / 3, 1e-12);
    expect(separate).to.deep.include({ gap: 0, balancedAccuracy: 1 });
    expect(separate!.byGroup.map(({ group, threshold }) => [group, threshold])).to.deep.equal([
      ["a", 0.5],
      ["b", 0.3],
    ]);
  });

  it("does the same for three groups", () => {
    const three = scoresOf({
      a: [
        [0.2, 0.3],
        [0.6, 0.7],
      ],
      b: [
        [0, 0.1],
        [0.3, 0.4],
      ],
      c: [
        [0.5, 0.6],
        [0.8, 0.9],
      ],
    });
    const { separate } = equalizingThresholds(three, every);
    expect(separate).to.deep.include({ gap: 0, balancedAccuracy: 1 });
  });

  it("leaves groups without enough rows of both labels out, and says when none are left", () => {
    const counted = scoresOf({ a: [[0.2], [0.6]], b: [[0.1], []] });
    const found = equalizingThresholds(counted, every);
    expect(found).to.deep.include({ common: null, separate: null, leftOut: ["b"] });
    expect(found.reason).to.match(/no two groups/);
    expect(() => equalizingThresholds(counted, { tolerance: NaN })).to.throw(UsageError, /tolerance/);
  });

  it("goes to the nearest points of every group, as if all points had been looked at", () => {
    fc.assert(
      fc.property(anyScores(), (written) => {
        const counted = scoresOf(written);
        const { common, separate } = equalizingThresholds(counted, every);
        if (common === null || separate === null || common.byGroup.length < 3) return;
        const curves = common.byGroup.map(({ group }) =>
          [...counted.scores, null].map((threshold) => {
            const share = (scores: readonly number[]) =>
              scores.filter((s) => s >= (threshold ?? Infinity)).length / scores.length;
            const [no, yes] = written[group]!;
            return { group, threshold, truePositiveRate: share(yes), falsePositiveRate: share(no) };
          }),
        );
        const gapAt = (target: (typeof curves)[number][number]) => {
          const near = curves.map((points) => {
            const distance = (point: typeof target) =>
              Math.max(
                Math.abs(point.truePositiveRate - target.truePositiveRate),
                Math.abs(point.falsePositiveRate - target.falsePositiveRate),
              );
            return points.reduce((best, point) => (distance(point) < distance(best) ? point : best));
          });
          const spread = (rates: readonly number[]) => Math.max(...rates) - Math.min(...rates);
          const balanced = near.map((point) => (point.truePositiveRate + 1 - point.falsePositiveRate) / 2);
          const accuracy = balanced.reduce((sum, value) => sum + value, 0) / near.length;
          const gap = Math.max(
            spread(near.map((point) => point.truePositiveRate)),
            spread(near.map((point) => point.falsePositiveRate)),
          );
          return accuracy < common.balancedAccuracy - 0.05 ? Infinity : gap;
        };
        const smallest = Math.min(common.gap, ...curves.flat().map(gapAt));
        expect(separate.gap).to.be.closeTo(smallest, 1e-12);
      }),
    );
  });

  it("is at most twice as far as possible for more groups than are targets", () => {
    // Group g has its two labels apart at threshold g: with its own, every group is right.
    const groups = Array.from({ length: 150 }, (_, g): [string, [number[], number[]]] => [`g${g}`, [[g - 1], [g]]]);
    const { separate } = equalizingThresholds(scoresOf(Object.fromEntries(groups)), { ...every, points: 500 });
    expect(separate).to.deep.include({ gap: 0, balancedAccuracy: 1 });
    expect(separate!.byGroup.map(({ threshold }) => threshold)).to.deep.equal(groups.map((_, g) => g));
  });

  it("is never worse than the common threshold, keeps the tolerance, and has the rates that it says", () => {
    fc.assert(
      fc.property(anyScores(), fc.integer({ min: 0, max: 3 }), (written, tenths) => {
        const counted = scoresOf(written);
        const tolerance = tenths / 10;
        const { common, separate } = equalizingThresholds(counted, { ...every, tolerance });
        if (common === null || separate === null) return;
        expect(separate.gap).to.be.at.most(common.gap);
        expect(separate.balancedAccuracy).to.be.at.least(common.balancedAccuracy - tolerance);
        for (const { group, threshold, truePositiveRate, falsePositiveRate } of separate.byGroup) {
          const [no, yes] = written[group]!;
          const share = (scores: readonly number[]) =>
            scores.filter((s) => s >= (threshold ?? 2)).length / scores.length;
          expect(truePositiveRate).to.be.closeTo(share(yes), 1e-12);
          expect(falsePositiveRate).to.be.closeTo(share(no), 1e-12);
        }
        if (common.byGroup.length === counted.groups.length) {
          const outcomes = outcomesAtThreshold(counted, common.byGroup[0]!.threshold ?? 2);
          expect(equalizedOddsDifference(outcomes, every).value).to.be.closeTo(common.gap, 1e-12);
        }
      }),
      { numRuns: 60 },
    );
  });
});
