import { dependenceMeter, strataOfAll } from "@evenodds/auditor/internal";
import { cellSize, countAt, type OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, binaryOutcomes } from "../../../support/outcomes.js";

const meterOf = (outcomes: OutcomeCounts) => dependenceMeter(strataOfAll(outcomes), outcomes.groups.length);

const xLogX = (x: number) => (x === 0 ? 0 : x * Math.log(x));

/** The measures by their formulas, cell by cell. */
function byFormula(outcomes: OutcomeCounts): { deviance: number; pearson: number; common: number } {
  const { groups, classes } = outcomes;
  let [deviance, pearson] = [0, 0];
  const sums = groups.map(() => 0);
  const variances = groups.map(() => 0);
  classes.forEach((_, y) => {
    const sizes = groups.map((_, g) => cellSize(outcomes, g, y));
    const all = sizes.reduce((sum, n) => sum + n, 0);
    if (sizes.filter((n) => n > 0).length < 2) return;
    classes.forEach((_, p) => {
      const m = groups.reduce((sum, _, g) => sum + countAt(outcomes, g, y, p), 0);
      if (m === 0) return;
      groups.forEach((_, g) => {
        const [n, a] = [sizes[g]!, countAt(outcomes, g, y, p)];
        if (n === 0) return;
        const expected = (n * m) / all;
        pearson += (a - expected) ** 2 / expected;
        const cells = xLogX(a) + xLogX(n - a) + xLogX(m - a) + xLogX(all - n - m + a);
        const margins = xLogX(n) + xLogX(all - n) + xLogX(m) + xLogX(all - m);
        deviance = Math.max(deviance, cells + xLogX(all) - margins);
        if (p !== y) return;
        sums[g]! += a - expected;
        variances[g]! += (expected * (all - n) * (all - m)) / (all * (all - 1));
      });
    });
  });
  const common = sums.map((sum, g) => (variances[g]! > 0 ? Math.abs(sum) / Math.sqrt(variances[g]!) : 0));
  return { deviance, pearson, common: Math.max(...common) };
}

describe("dependenceMeter", () => {
  it("measures four rows by hand: two of each group, all of one right and none of the other", () => {
    // Every cell is expected to have 1 row and has 2 or 0. Σ O ln(O/E) = 4 ln 2; Σ (O − E)²/E = 4.
    // z = (2 − 1) / √V, V = E (N − n)(N − m) / (N (N − 1)) = 1 · 2 · 2 / (4 · 3) = 1/3.
    const outcomes = binaryOutcomes({ a: { tn: 2, fp: 0, fn: 0, tp: 0 }, b: { tn: 0, fp: 2, fn: 0, tp: 0 } });
    const { deviance, pearson, common } = meterOf(outcomes).measure();
    expect(deviance).to.be.closeTo(4 * Math.log(2), 1e-12);
    expect(pearson).to.be.closeTo(4, 1e-12);
    expect(common).to.be.closeTo(Math.sqrt(3), 1e-12);
    const [a, b] = meterOf(outcomes).byGroup();
    expect([a!.z, b!.z]).to.deep.equal([common, -common]);
  });

  it("gives what the formulas give, on any counts", () => {
    fc.assert(
      fc.property(anyOutcomes({ maxGroups: 5, maxClasses: 4, maxCount: 30 }), (outcomes) => {
        const { deviance, pearson, common } = meterOf(outcomes).measure();
        const known = byFormula(outcomes);
        expect(deviance).to.be.closeTo(known.deviance, 1e-9);
        expect(pearson).to.be.closeTo(known.pearson, 1e-9);
        expect(common).to.be.closeTo(known.common, 1e-9);
      }),
      { numRuns: 300 },
    );
  });

  it("has the largest of its groups' |z| and deviances", () => {
    fc.assert(
      fc.property(anyOutcomes({ maxGroups: 5, maxClasses: 4, maxCount: 30 }), (outcomes) => {
        const meter = meterOf(outcomes);
        const { deviance, common } = meter.measure();
        const groups = meter.byGroup();
        expect(Math.max(0, ...groups.map(({ z }) => Math.abs(z ?? 0)))).to.be.closeTo(common, 1e-9);
        expect(Math.max(0, ...groups.map(({ cell }) => cell?.deviance ?? 0))).to.be.closeTo(deviance, 1e-9);
      }),
      { numRuns: 200 },
    );
  });

  it("is 0 where no row depends on its group, with a thousand million rows too", () => {
    const same = { tn: 9e8, fp: 1e8, fn: 3, tp: 5 };
    const { deviance, pearson, common } = meterOf(binaryOutcomes({ a: same, b: same, c: same })).measure();
    expect(Math.max(deviance, pearson, common)).to.be.below(1e-6);
  });

  it("leaves out labels of one group and predictions that are all the same", () => {
    const meter = meterOf(binaryOutcomes({ a: { tn: 9, fp: 0, fn: 3, tp: 2 }, b: { tn: 9, fp: 0, fn: 0, tp: 0 } }));
    expect(meter.measure()).to.deep.equal({ deviance: 0, pearson: 0, common: 0 });
    expect(meter.byGroup()).to.deep.equal([
      { z: null, cell: null },
      { z: null, cell: null },
    ]);
  });
});
