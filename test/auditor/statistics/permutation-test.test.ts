import { permutationTest } from "@evenodds/auditor";
import { cellSize, countAt, equalizedOddsDifference, Random, UsageError, type OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, binaryOutcomes } from "../../support/outcomes.js";

/** Draws tables, also where they could be listed. */
const run = (outcomes: OutcomeCounts, options: { draws?: number; minimumSupport?: number; seed?: number } = {}) =>
  permutationTest(outcomes, { ...options, exact: false, random: Random.of(options.seed ?? 1, "permutation test") });

const runExact = (outcomes: OutcomeCounts, minimumSupport = 5) =>
  permutationTest(outcomes, { minimumSupport, random: Random.of(1, "unused") });

/** All ways to share out `total` balls of several colours into a group of `size`, with the weight 1/∏k!. */
function* rows(total: readonly number[], size: number): Generator<number[]> {
  const [first, ...rest] = total;
  if (first === undefined) {
    if (size === 0) yield [];
    return;
  }
  for (let k = 0; k <= Math.min(first, size); k++) for (const row of rows(rest, size - k)) yield [k, ...row];
}

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
const weight = (row: readonly number[]) => 1 / row.reduce((product, k) => product * factorial(k), 1);

/** Every table with the margins of one label, as rows per group. */
function* tables(total: readonly number[], sizes: readonly number[]): Generator<number[][]> {
  const [size, ...rest] = sizes;
  if (size === undefined) {
    yield [];
    return;
  }
  for (const row of rows(total, size)) {
    const left = total.map((k, c) => k - row[c]!);
    for (const others of tables(left, rest)) yield [row, ...others];
  }
}

/** Exact p-value and mean gap by listing every table of every label; all cells must have the minimum support. */
function enumerate(outcomes: OutcomeCounts, minimumSupport: number): { pValue: number; floor: number } {
  const { groups, classes } = outcomes;
  const observed = equalizedOddsDifference(outcomes, { minimumSupport }).value!;
  let all = 0;
  let reached = 0;
  let sum = 0;
  const visit = (label: number, chosen: number[][][], mass: number) => {
    if (label === classes.length) {
      const counts = Float64Array.from(groups.flatMap((_, g) => chosen.flatMap((table) => table[g]!)));
      const gap = equalizedOddsDifference({ ...outcomes, counts }, { minimumSupport }).value!;
      all += mass;
      sum += mass * gap;
      if (gap >= observed - 1e-12) reached += mass;
      return;
    }
    const total = classes.map((_, p) => groups.reduce((n, _, g) => n + countAt(outcomes, g, label, p), 0));
    const sizes = groups.map((_, g) => cellSize(outcomes, g, label));
    for (const table of tables(total, sizes)) {
      visit(label + 1, [...chosen, table], mass * table.reduce((product, row) => product * weight(row), 1));
    }
  };
  visit(0, [], 1);
  return { pValue: reached / all, floor: sum / all };
}

/** {@link enumerate} where every cell has a row and there are few enough tables to list all combinations. */
function enumerateSmall(outcomes: OutcomeCounts): { pValue: number; floor: number } | null {
  const cells = outcomes.groups.flatMap((_, g) => outcomes.classes.map((_, y) => cellSize(outcomes, g, y)));
  const few = outcomes.groups.length === 2 && outcomes.classes.length === 2;
  return few && cells.every((n) => n > 0) ? enumerate(outcomes, 1) : null;
}

describe("permutationTest", () => {
  it("agrees with listing every table, two groups and classes", () => {
    const outcomes = binaryOutcomes({ a: { tn: 8, fp: 2, fn: 1, tp: 5 }, b: { tn: 7, fp: 4, fn: 4, tp: 3 } });
    const exact = enumerate(outcomes, 5);
    const { pValue, floor } = run(outcomes, { draws: 20_000 });
    expect(exact.pValue).to.be.within(0.05, 0.95);
    expect(runExact(outcomes).pValue).to.be.closeTo(exact.pValue, 1e-12);
    expect(runExact(outcomes).floor).to.be.closeTo(exact.floor, 1e-12);
    expect(pValue).to.be.closeTo(exact.pValue, 0.012);
    expect(floor).to.be.closeTo(exact.floor, 0.005);
  });

  it("agrees with listing every table, three groups and classes", () => {
    const outcomes = {
      groups: ["a", "b", "c"],
      classes: ["0", "1", "2"],
      counts: Float64Array.from([2, 1, 0, 0, 2, 0, 0, 0, 2, 1, 0, 1, 1, 1, 0, 0, 1, 1, 0, 2, 0, 0, 2, 1, 0, 0, 2]),
      excluded: {},
    };
    const exact = enumerate(outcomes, 2);
    expect(runExact(outcomes, 2).exact).to.equal(true);
    expect(runExact(outcomes, 2).pValue).to.be.closeTo(exact.pValue, 1e-12);
    expect(runExact(outcomes, 2).floor).to.be.closeTo(exact.floor, 1e-12);
    const { pValue, floor } = run(outcomes, { draws: 20_000, minimumSupport: 2 });
    expect(pValue).to.be.closeTo(exact.pValue, 0.012);
    expect(floor).to.be.closeTo(exact.floor, 0.005);
  });

  it("finds the smallest p-value for a large gap and 1 for none", () => {
    const apart = binaryOutcomes({ a: { tn: 90, fp: 10, fn: 10, tp: 90 }, b: { tn: 90, fp: 10, fn: 60, tp: 40 } });
    const equal = binaryOutcomes({ a: { tn: 90, fp: 10, fn: 10, tp: 90 }, b: { tn: 90, fp: 10, fn: 10, tp: 90 } });
    expect(run(apart, { draws: 999 }).pValue).to.equal(0.001);
    expect(run(equal, { draws: 999 }).pValue).to.equal(1);
  });

  it("gives p = 1 and floor 0 where all predictions are equal", () => {
    const constant = binaryOutcomes({ a: { tn: 9, fp: 0, fn: 9, tp: 0 }, b: { tn: 9, fp: 0, fn: 9, tp: 0 } });
    expect(run(constant, { draws: 99 })).to.deep.equal({
      ...{ draws: 99, pValue: 1, floor: 0, exact: false, tables: null, reason: null },
    });
    // One table per label: all of the one prediction.
    expect(runExact(constant)).to.deep.equal({
      ...{ draws: 0, pValue: 1, floor: 0, exact: true, tables: 2, reason: null },
    });
  });

  it("is Fisher's exact test where one label decides", () => {
    // Label 1: 0 of 5 against 5 of 5, the two extreme tables of C(10, 5) = 252. Label 0 has one table and no gap.
    const outcomes = binaryOutcomes({ a: { tn: 5, fp: 0, fn: 0, tp: 5 }, b: { tn: 5, fp: 0, fn: 5, tp: 0 } });
    const { pValue, tables } = runExact(outcomes);
    expect(tables).to.equal(1 + 6);
    expect(pValue).to.be.closeTo(2 / 252, 1e-14);
  });

  it("lists tables up to 20,000 and draws beyond", () => {
    // k of each prediction in each of two groups: 2k + 1 tables per label.
    const even = (k: number) =>
      binaryOutcomes({ a: { tn: k, fp: k, fn: k, tp: k }, b: { tn: k, fp: k, fn: k, tp: k } });
    expect(runExact(even(4_999))).to.deep.include({ exact: true, tables: 2 * 9_999, draws: 0 });
    expect(runExact(even(5_000))).to.deep.include({ exact: false, tables: null, draws: 10_000 });
  });

  it("lists tables of thousands of groups, and finds that there are too many", () => {
    // Groups of five rows with one label; one row in all is wrong, and may be in any group: the gap is always 1/5.
    const names = Array.from({ length: 1500 }, (_, g) => `g${g}`);
    const counts = new Float64Array(names.length * 16);
    for (let g = 0; g < names.length; g++) counts[g * 16] = 5;
    const outcomes = { groups: names, classes: ["0", "1", "2", "3"], counts, excluded: {} };
    const wrong = (cells: Readonly<Record<number, number>>) => {
      const changed = counts.slice();
      for (const [g, prediction] of Object.entries(cells)) {
        changed[Number(g) * 16]!--;
        changed[Number(g) * 16 + prediction]!++;
      }
      return permutationTest({ ...outcomes, counts: changed }, { draws: 5, random: Random.of(1, "tables") });
    };
    const one = wrong({ 7: 1 });
    expect(one).to.deep.include({ exact: true, tables: 1500, pValue: 1 });
    expect(one.floor).to.be.closeTo(0.2, 1e-9);
    // Three rows with different wrong predictions, or with the same one: thousands of millions of tables.
    for (const cells of [
      { 7: 1, 8: 2, 9: 3 },
      { 7: 1, 8: 1, 9: 1 },
    ]) {
      expect(wrong(cells)).to.deep.include({ exact: false, tables: null });
    }
  });

  it("agrees with listing all combinations of tables on any small counts", () => {
    fc.assert(
      fc.property(anyOutcomes({ maxGroups: 2, maxClasses: 2, maxCount: 4 }), (outcomes) => {
        const { pValue, floor, exact } = runExact(outcomes, 1);
        const known = enumerateSmall(outcomes);
        if (!exact || known === null) return;
        expect(pValue).to.be.closeTo(known.pValue, 1e-10);
        expect(floor).to.be.closeTo(known.floor, 1e-10);
      }),
      { numRuns: 40 },
    );
  });

  it("leaves the same cells out as the gap", () => {
    const pair = { a: { tn: 8, fp: 2, fn: 1, tp: 5 }, b: { tn: 7, fp: 4, fn: 4, tp: 3 } };
    // c has too few rows with either label, so it must not take part in the dealing.
    const withSmall = binaryOutcomes({ ...pair, c: { tn: 0, fp: 4, fn: 4, tp: 0 } });
    expect(run(withSmall, { draws: 500 })).to.deep.equal(run(binaryOutcomes(pair), { draws: 500 }));
  });

  it("repeats itself for a seed and not for another", () => {
    const outcomes = binaryOutcomes({ a: { tn: 8, fp: 2, fn: 1, tp: 5 }, b: { tn: 7, fp: 4, fn: 4, tp: 3 } });
    expect(run(outcomes, { draws: 500, seed: 7 })).to.deep.equal(run(outcomes, { draws: 500, seed: 7 }));
    expect(run(outcomes, { draws: 500, seed: 8 })).not.to.deep.equal(run(outcomes, { draws: 500, seed: 7 }));
  });

  it("says why there is no p-value", () => {
    const outcomes = binaryOutcomes({ a: { tn: 9, fp: 1, fn: 1, tp: 9 }, b: { tn: 9, fp: 1, fn: 1, tp: 9 } });
    const weighted = { ...outcomes, counts: outcomes.counts.map((count) => count / 2) };
    const single = binaryOutcomes({ a: { tn: 9, fp: 1, fn: 1, tp: 9 } });
    expect(run(outcomes, { draws: 0 })).to.deep.include({ draws: 0, pValue: null, floor: null });
    expect(run(outcomes, { draws: 0 }).reason).to.match(/switched off/);
    expect(run(weighted).reason).to.match(/weighted/);
    expect(run(single).reason).to.match(/no two groups/);
  });

  it("rejects a number of draws that is none", () => {
    const outcomes = binaryOutcomes({ a: { tn: 9, fp: 1, fn: 1, tp: 9 } });
    for (const draws of [-1, 1.5, NaN]) expect(() => run(outcomes, { draws })).to.throw(UsageError, /draws/);
  });

  it("keeps p in (0, 1] and the floor in [0, 1] on any counts", () => {
    fc.assert(
      fc.property(anyOutcomes(), (outcomes) => {
        const { pValue, floor } = run(outcomes, { draws: 20 });
        if (equalizedOddsDifference(outcomes).value === null) expect([pValue, floor]).to.deep.equal([null, null]);
        else {
          expect(pValue).to.be.within(1 / 21, 1);
          expect(floor).to.be.within(0, 1);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("has a noise floor of 0.205 for NBA's test cells of 25, 8, 27 and 9 at accuracy .73", () => {
    // The mean over models that satisfy equalized odds exactly: every node is right with probability .73.
    const random = Random.of(5, "noise floor");
    const right = (n: number) => Array.from({ length: n }, () => random.uniform() < 0.73).filter(Boolean).length;
    const models = 400;
    let floors = 0;
    let gaps = 0;
    for (let i = 0; i < models; i++) {
      const [tn0, tp0, tn1, tp1] = [right(25), right(8), right(27), right(9)];
      const outcomes = binaryOutcomes({
        a: { tn: tn0, fp: 25 - tn0, fn: 8 - tp0, tp: tp0 },
        b: { tn: tn1, fp: 27 - tn1, fn: 9 - tp1, tp: tp1 },
      });
      gaps += equalizedOddsDifference(outcomes).value!;
      floors += run(outcomes, { draws: 100, seed: i }).floor!;
    }
    // Standard error of the mean gap is .12/√400 = .006; the floors vary less.
    expect(gaps / models).to.be.closeTo(0.205, 0.018);
    expect(floors / models).to.be.closeTo(0.205, 0.01);
  });

  it("rejects about 5 % of equal models at level .05 (fairpipe#24)", () => {
    // Three groups of 100 rows, half of each label, predictions by fair coin.
    const random = Random.of(6, "type one error");
    const heads = (n: number) => Array.from({ length: n }, () => random.uniform() < 0.5).filter(Boolean).length;
    const models = 400;
    let rejected = 0;
    for (let i = 0; i < models; i++) {
      const group = () => {
        const [fp, tp] = [heads(50), heads(50)];
        return { tn: 50 - fp, fp, fn: 50 - tp, tp };
      };
      if (run(binaryOutcomes({ a: group(), b: group(), c: group() }), { draws: 199, seed: i }).pValue! <= 0.05)
        rejected++;
    }
    // Binomial(400, .05) has mean 20 and standard deviation 4.4; the test is a little conservative.
    expect(rejected).to.be.within(6, 33);
  });

  it("gives p-values spread evenly for a random attribute on a model with four classes (veritastool#55)", () => {
    const random = Random.of(7, "random attribute");
    const classes = ["0", "1", "2", "3"];
    const pValues = Array.from({ length: 200 }, (_, i) => {
      const counts = new Float64Array(32);
      for (let row = 0; row < 400; row++) {
        const label = row % 4;
        const prediction = random.uniform() < 0.6 ? label : random.integer(4);
        counts[(random.integer(2) * 4 + label) * 4 + prediction]!++;
      }
      return run({ groups: ["a", "b"], classes, counts, excluded: {} }, { draws: 99, seed: i }).pValue!;
    });
    // Share below t has standard error √(t(1−t)/200) ≤ .035.
    for (const t of [0.1, 0.25, 0.5, 0.75]) {
      expect(pValues.filter((p) => p <= t).length / 200).to.be.closeTo(t, 0.12);
    }
  });
});
