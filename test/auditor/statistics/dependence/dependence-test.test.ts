import { dependenceTest, permutationTest } from "@evenodds/auditor";
import { dealtTestSteps, finishSteps } from "@evenodds/auditor/internal";
import { Random, UsageError, type OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, binaryOutcomes, reordered } from "../../../support/outcomes.js";

const run = (outcomes: OutcomeCounts, options: { draws?: number; seed?: number; alpha?: number } = {}) =>
  dependenceTest(outcomes, { ...options, random: Random.of(options.seed ?? 1, "dependence test") });

/** Right with the group's rate in each of ten classes, errors spread evenly; `rows` of each group and class. */
function tenClasses(right: Readonly<Record<string, number>>, rows: number): OutcomeCounts {
  const classes = Array.from({ length: 10 }, (_, y) => `y${y}`);
  const counts = Object.values(right).flatMap((rate) =>
    classes.flatMap((_, y) => classes.map((_, p) => (p === y ? rows * rate : (rows * (1 - rate)) / 9))),
  );
  return { groups: Object.keys(right), classes, counts: Float64Array.from(counts, Math.round), excluded: {} };
}

describe("dependenceTest", () => {
  it("sees a group that is a little worse in every class, and names it, where the largest gap does not", () => {
    // 60 rows a cell, 51 of them right, in group c 42. The largest gap is 0.15, no more than chance gives.
    const outcomes = tenClasses({ a: 0.85, b: 0.85, c: 0.7, d: 0.85, e: 0.85 }, 60);
    const { dependence, groups } = run(outcomes, { draws: 999 });
    expect(permutationTest(outcomes, { draws: 999, random: Random.of(1, "gap") }).pValue).to.be.above(0.2);
    expect(dependence.pValue).to.be.at.most(3 / 1000);
    expect(groups.map(({ group, pValue }) => [group, pValue! < 0.05])).to.deep.equal([
      ...[["a", false], ["b", false], ["c", true], ["d", false], ["e", false]], // prettier-ignore
    ]);
    const { common, cell, z } = groups[2]!;
    expect(common!.difference).to.be.closeTo(-0.15, 1e-12);
    expect(common!.upper).to.be.below(0);
    expect(z).to.be.below(-5);
    expect(cell).to.deep.include({
      ...{ label: "y0", prediction: "y0", group: { k: 42, n: 60 }, rest: { k: 204, n: 240 } },
    });
  });

  it("sees errors that go elsewhere while every group is right equally often", () => {
    // Of label 0, a's 30 errors are all 1 and b's all 2.
    const counts = [
      ...[70, 30, 0, 10, 80, 10, 10, 10, 80], // a
      ...[70, 0, 30, 10, 80, 10, 10, 10, 80], // b
    ];
    const outcomes = { groups: ["a", "b"], classes: ["0", "1", "2"], counts: Float64Array.from(counts), excluded: {} };
    const { dependence, groups } = run(outcomes, { draws: 999 });
    expect(dependence.pValue).to.be.at.most(3 / 1000);
    expect(groups[0]!.common!.difference).to.equal(0);
    expect(groups[0]!.commonPValue).to.equal(1);
    expect(groups[0]!.cellPValue).to.equal(0.001);
    expect(groups[0]!.cell).to.deep.include({ label: "0", prediction: "1" });
  });

  it("takes two groups as one comparison, whose sides mirror each other", () => {
    const outcomes = binaryOutcomes({ a: { tn: 80, fp: 20, fn: 25, tp: 75 }, b: { tn: 70, fp: 30, fn: 30, tp: 70 } });
    const [a, b] = run(outcomes, { draws: 199 }).groups;
    // 0.75 over two labels, against 0.7 and 0.7: 0.1 and 0.05 with equal weights.
    expect(a!.common!.difference).to.be.closeTo(0.075, 1e-12);
    expect(b!.common!.difference).to.be.closeTo(-0.075, 1e-12);
    expect(b!.common!.lower).to.be.closeTo(-a!.common!.upper!, 1e-9);
    expect([b!.pValue, b!.commonPValue, b!.cellPValue]).to.deep.equal([a!.pValue, a!.commonPValue, a!.cellPValue]);
  });

  it("gives p = 1 where all predictions are equal, and no group a rate that could differ", () => {
    const constant = binaryOutcomes({ a: { tn: 9, fp: 0, fn: 9, tp: 0 }, b: { tn: 9, fp: 0, fn: 9, tp: 0 } });
    const { dependence, groups } = run(constant, { draws: 99 });
    expect(dependence.pValue).to.equal(1);
    expect(groups[0]).to.deep.equal({
      ...{ group: "a", n: 18, common: { difference: 0, lower: null, upper: null }, z: null },
      ...{ commonPValue: null, cell: null, cellPValue: null, pValue: null },
    });
  });

  it("says why it was not run, and describes the groups all the same", () => {
    const cells = { a: { tn: 9, fp: 1, fn: 1, tp: 9 }, b: { tn: 8, fp: 2, fn: 1, tp: 9 } };
    const outcomes = binaryOutcomes(cells);
    const off = run(outcomes, { draws: 0 });
    expect(off.dependence).to.deep.include({ draws: 0, pValue: null, measures: null });
    expect(off.dependence.reason).to.match(/switched off/);
    expect(off.groups[0]!.common!.difference).to.be.closeTo(0.05, 1e-12);
    expect(off.groups[0]).to.deep.include({ z: null, pValue: null });
    expect(run({ ...outcomes, counts: outcomes.counts.map((n) => n / 2) }).dependence.reason).to.match(/weighted/);
    const apart = binaryOutcomes({ a: { tn: 9, fp: 1, fn: 0, tp: 0 }, b: { tn: 0, fp: 0, fn: 1, tp: 9 } });
    expect(run(apart).dependence.reason).to.match(/no true label has rows in two groups/);
    expect(run(apart).groups[0]!.common).to.equal(null);
  });

  it("refuses impossible numbers of draws and levels", () => {
    const outcomes = binaryOutcomes({ a: { tn: 9, fp: 1, fn: 1, tp: 9 } });
    for (const draws of [-1, 1.5, NaN]) expect(() => run(outcomes, { draws })).to.throw(UsageError, /draws/);
    for (const alpha of [0, 1, NaN]) expect(() => run(outcomes, { alpha })).to.throw(UsageError, /alpha/);
  });

  it("does not depend on the order of groups and classes but for the draws", () => {
    fc.assert(
      fc.property(anyOutcomes({ maxGroups: 4, maxClasses: 3 }), fc.integer({ min: 0, max: 99 }), (outcomes, seed) => {
        const groups = Random.of(seed, "groups").shuffle([...outcomes.groups.keys()]);
        const classes = Random.of(seed, "classes").shuffle([...outcomes.classes.keys()]);
        const [one, other] = [run(outcomes, { draws: 9 }), run(reordered(outcomes, { groups, classes }), { draws: 9 })];
        expect(other.dependence.reason).to.equal(one.dependence.reason);
        for (const name of ["deviance", "pearson", "common"] as const) {
          const [value = 0, again = 0] = [one, other].map(({ dependence }) => dependence.measures?.[name].value);
          expect(again).to.be.closeTo(value, 1e-9);
        }
        groups.forEach((group, g) => {
          expect(other.groups[g]!.group).to.equal(one.groups[group]!.group);
          expect(other.groups[g]!.z ?? 0).to.be.closeTo(one.groups[group]!.z ?? 0, 1e-9);
        });
      }),
      { numRuns: 60 },
    );
  });

  it("rejects about 5 % of equal models, whatever their cells", () => {
    const random = Random.of(8, "size");
    const models = 600;
    let rejected = 0;
    for (let i = 0; i < models; i++) {
      const counts = new Float64Array(5 * 9);
      for (let row = 0; row < 150; row++) {
        // One group is rare, and one class too.
        const group = Math.min(4, Math.floor(5.2 * random.uniform() ** 2));
        const label = random.uniform() < 0.05 ? 2 : random.integer(2);
        const prediction = random.uniform() < 0.8 ? label : random.integer(3);
        counts[(group * 3 + label) * 3 + prediction]!++;
      }
      const outcomes = { groups: ["a", "b", "c", "d", "e"], classes: ["0", "1", "2"], counts, excluded: {} };
      if (run(outcomes, { draws: 99, seed: i }).dependence.pValue! <= 0.05) rejected++;
    }
    // Binomial(600, 0.05) has mean 30 and standard deviation 5.3.
    expect(rejected).to.be.within(12, 50);
  });
});

describe("dealtTestSteps", () => {
  const steps = (outcomes: OutcomeCounts, minimumSupport: number, exact = false) =>
    finishSteps(
      dealtTestSteps(outcomes, {
        ...{ draws: 300, minimumSupport, exact, random: Random.of(2, "gap"), smallRandom: Random.of(2, "small") },
      }),
    );

  it("gives the gap the p-value and floor of its own test, with small groups or without", () => {
    const pair = { a: { tn: 8, fp: 2, fn: 1, tp: 5 }, b: { tn: 7, fp: 4, fn: 4, tp: 3 } };
    const small = { ...pair, c: { tn: 0, fp: 4, fn: 4, tp: 0 }, d: { tn: 9, fp: 0, fn: 1, tp: 0 } };
    for (const cells of [pair, small]) {
      for (const exact of [false, true]) {
        const outcomes = binaryOutcomes(cells);
        const own = permutationTest(outcomes, { draws: 300, exact, random: Random.of(2, "gap") });
        expect(steps(outcomes, 5, exact).permutation).to.deep.equal(own);
      }
    }
  });

  it("tests dependence with the small groups too", () => {
    const cells = { a: { tn: 80, fp: 20, fn: 0, tp: 0 }, b: { tn: 80, fp: 20, fn: 0, tp: 0 } };
    const outcomes = binaryOutcomes({ ...cells, c: { tn: 0, fp: 4, fn: 0, tp: 0 } });
    const { dependence, groups } = steps(outcomes, 5);
    // c's four errors in four rows: 0.2⁴, about one deal in 500.
    expect(dependence.pValue).to.be.below(0.02);
    expect(groups!.map(({ pValue }) => pValue! < 0.05)).to.deep.equal([false, false, true]);
  });

  it("tests dependence where no two groups are large enough for a gap", () => {
    const outcomes = binaryOutcomes({ a: { tn: 9, fp: 0, fn: 9, tp: 0 }, b: { tn: 0, fp: 9, fn: 0, tp: 9 } });
    const { permutation, dependence } = steps(outcomes, 20);
    expect(permutation.pValue).to.equal(null);
    expect(dependence.pValue).to.equal(1 / 301);
  });
});
