import { newcombeInterval, normalQuantile, simultaneousIntervals } from "@evenodds/auditor";
import { equalizedOddsComparisons, equalizedOddsDifference, Random, UsageError } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, binaryOutcomes } from "../../support/outcomes.js";

describe("simultaneousIntervals", () => {
  const outcomes = binaryOutcomes({
    a: { tn: 45, fp: 5, fn: 10, tp: 90 },
    b: { tn: 40, fp: 10, fn: 15, tp: 85 },
    c: { tn: 42, fp: 8, fn: 50, tp: 50 },
  });

  it("makes one interval per label and pair of groups for two classes, at level 1 − alpha/m", () => {
    const evidence = simultaneousIntervals(equalizedOddsComparisons(outcomes));
    expect(evidence.comparisons).to.equal(6);
    const z = normalQuantile(1 - 0.05 / 12);
    const expected = newcombeInterval({ first: { k: 90, n: 100 }, second: { k: 50, n: 100 } }, z)!;
    expect(evidence.worst).to.deep.equal({
      label: "1",
      prediction: "1",
      highest: { group: "a", k: 90, n: 100, rate: 0.9 },
      lowest: { group: "c", k: 50, n: 100, rate: 0.5 },
      difference: 0.4,
      ...expected,
    });
    expect(evidence.surest).to.deep.equal(evidence.worst);
    expect(evidence).to.deep.include({ lower: expected.lower, upper: expected.upper, reason: null });
  });

  it("makes one interval per label, prediction and pair for three classes", () => {
    const counts = new Float64Array(18).fill(10);
    const evenly = { groups: ["a", "b"], classes: ["0", "1", "2"], counts, excluded: {} };
    expect(simultaneousIntervals(equalizedOddsComparisons(evenly)).comparisons).to.equal(9);
  });

  it("tells the pair that is furthest apart from the one that is surest to differ", () => {
    // Label 0: 7/8 against 2/8 on few rows; label 1: 900/1000 against 500/1000.
    const mixed = binaryOutcomes({ a: { tn: 7, fp: 1, fn: 100, tp: 900 }, b: { tn: 2, fp: 6, fn: 500, tp: 500 } });
    const { worst, surest, lower } = simultaneousIntervals(equalizedOddsComparisons(mixed));
    expect(worst).to.deep.include({ label: "0", difference: 0.625 });
    expect(surest).to.deep.include({ label: "1", difference: 0.4 });
    expect(lower).to.equal(surest!.lower);
  });

  it("is narrower for a larger alpha", () => {
    const [strict, loose] = [0.01, 0.2].map((alpha) =>
      simultaneousIntervals(equalizedOddsComparisons(outcomes), { alpha }),
    );
    expect(loose!.upper).to.be.below(strict!.upper!);
    expect(loose!.lower).to.be.above(strict!.lower!);
  });

  it("gives nulls and a reason where nothing can be compared or rows are weighted", () => {
    const single = binaryOutcomes({ a: { tn: 9, fp: 1, fn: 1, tp: 9 } });
    const weighted = { ...outcomes, counts: outcomes.counts.map((count) => count / 4) };
    const none = simultaneousIntervals(equalizedOddsComparisons(single));
    expect(none).to.deep.include({ comparisons: 0, worst: null, surest: null, lower: null, upper: null });
    expect(none.reason).to.match(/no two groups/);
    expect(simultaneousIntervals(equalizedOddsComparisons(weighted)).reason).to.match(/weighted/);
  });

  it("rejects an alpha outside (0, 1)", () => {
    for (const alpha of [0, 1, NaN, -0.05]) {
      expect(() => simultaneousIntervals([], { alpha })).to.throw(UsageError, /alpha/);
    }
  });

  it("holds the measured gap between its bounds on any counts", () => {
    fc.assert(
      fc.property(anyOutcomes(), (table) => {
        const gap = equalizedOddsDifference(table).value;
        const { worst, lower, upper } = simultaneousIntervals(equalizedOddsComparisons(table));
        if (gap === null) return expect([lower, upper]).to.deep.equal([null, null]) && undefined;
        expect(worst!.difference).to.equal(gap);
        expect(lower).to.be.within(0, gap);
        expect(upper).to.be.within(gap, 1);
      }),
    );
  });

  it("has all intervals hold together in about 95 % of draws (8 groups of 50)", () => {
    // True rates are equal, so all intervals hold exactly when the largest lower bound is not above 0.
    const random = Random.of(8, "coverage");
    const trials = 400;
    let covered = 0;
    for (let i = 0; i < trials; i++) {
      const fractions = Array.from({ length: 8 }, (_, g) => {
        const k = Array.from({ length: 50 }, () => random.uniform() < 0.5).filter(Boolean).length;
        return { group: `g${g}`, k, n: 50 };
      });
      if (simultaneousIntervals([{ label: "1", prediction: "1", fractions }]).lower === 0) covered++;
    }
    // 96.1 % in AUDIT.md; standard error 1 point.
    expect(covered / trials).to.be.within(0.925, 0.99);
  });
});
