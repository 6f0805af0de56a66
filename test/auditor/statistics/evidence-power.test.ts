import { evidencePower, limitPValue, simultaneousIntervals } from "@evenodds/auditor";
import { equalizedOddsComparisons, equalizedOddsDifference, UsageError, type OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, binaryOutcomes } from "../../support/outcomes.js";

// TPR .9 and .7: a gap of .2. TNR equal.
const pair = binaryOutcomes({ a: { tn: 10, fp: 10, fn: 2, tp: 18 }, b: { tn: 10, fp: 10, fn: 6, tp: 14 } });
const power = (outcomes: OutcomeCounts, limit: number) => evidencePower(equalizedOddsComparisons(outcomes), { limit });

describe("evidencePower", () => {
  it("finds the size at which the intervals leave the limit, on both sides of it", () => {
    for (const [limit, verdict] of [
      [0.1, "violated"],
      [0.3, "pass"],
    ] as const) {
      const found = power(pair, limit);
      expect(found).to.deep.include({ verdict, smallestCell: 20, reason: null });
      const bounds = (factor: number) => {
        const counts = pair.counts.map((count) => count * factor);
        return simultaneousIntervals(equalizedOddsComparisons({ ...pair, counts }), { effectiveSizes: true });
      };
      const decides = ({ lower, upper }: ReturnType<typeof bounds>) =>
        verdict === "violated" ? lower! > limit : upper! <= limit;
      expect(decides(bounds(found.factor!))).to.equal(true);
      expect(decides(bounds(found.factor! * 0.999))).to.equal(false);
      expect(found.smallestCellNeeded).to.equal(Math.ceil(20 * found.factor!));
    }
  });

  it("is 1 where the rule decides already", () => {
    expect(power(pair, 0.9)).to.deep.include({ factor: 1, verdict: "pass" });
  });

  it("says why no size would do", () => {
    expect(power(pair, 0.2)).to.deep.include({ factor: null, verdict: null, reason: "the gap equals the limit" });
    const partial = binaryOutcomes({ a: { tn: 10, fp: 10, fn: 0, tp: 1 }, b: { tn: 10, fp: 10, fn: 6, tp: 14 } });
    expect(power(partial, 0.1).reason).to.match(/left out/);
    const single = binaryOutcomes({ a: { tn: 10, fp: 10, fn: 2, tp: 18 } });
    expect(power(single, 0.1)).to.deep.include({ factor: null, smallestCell: null });
  });

  it("rejects limits and levels that are none", () => {
    expect(() => power(pair, 1.5)).to.throw(UsageError, /limit/);
    expect(() => evidencePower([], { limit: 0.1, alpha: 0 })).to.throw(UsageError, /alpha/);
  });
});

describe("limitPValue", () => {
  const p = (outcomes: OutcomeCounts, limit: number) => limitPValue(equalizedOddsComparisons(outcomes), { limit });

  it("is the level at which the lower bound passes the limit", () => {
    const value = p(pair, 0)!;
    const lower = (alpha: number) => simultaneousIntervals(equalizedOddsComparisons(pair), { alpha }).lower!;
    expect(value).to.be.within(0.05, 0.9);
    expect(lower(value * 1.001)).to.be.above(0);
    expect(lower(value * 0.999)).to.equal(0);
  });

  it("is 1 where the gap is within the limit, and null where there are no intervals", () => {
    expect(p(pair, 0.2)).to.equal(1);
    expect(p(binaryOutcomes({ a: { tn: 9, fp: 1, fn: 1, tp: 9 } }), 0.1)).to.equal(null);
    expect(p({ ...pair, counts: pair.counts.map((count) => count / 3) }, 0.1)).to.equal(null);
  });

  it("is below alpha exactly where the evidence rule is violated, on any counts", () => {
    fc.assert(
      fc.property(anyOutcomes(), fc.integer({ min: 0, max: 10 }), (outcomes, tenths) => {
        const value = p(outcomes, tenths / 10);
        const { lower } = simultaneousIntervals(equalizedOddsComparisons(outcomes));
        expect(value === null).to.equal(equalizedOddsDifference(outcomes).value === null);
        if (value !== null && Math.abs(value - 0.05) > 1e-6) {
          expect(value < 0.05).to.equal(lower! > tenths / 10);
        }
      }),
    );
  });
});
