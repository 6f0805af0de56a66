import { UsageError } from "@evenodds/core";
import { pairedTTest, welchTTest } from "@evenodds/experiments";
import { tTestResult } from "@evenodds/experiments/internal";
import { expect } from "chai";
import fc from "fast-check";

const value = fc.integer({ min: -1000, max: 1000 }).map((whole) => whole / 8);
const sample = (minLength: number, maxLength = 9) => fc.array(value, { minLength, maxLength });

describe("tTestResult", () => {
  it("has the closed forms of one and two degrees of freedom", () => {
    fc.assert(
      // For 0 < |t| < 1e-6 the library's p is too large by up to 3e-9.
      fc.property(fc.integer({ min: -5000, max: 5000 }), (hundredths) => {
        const t = hundredths / 100;
        expect(tTestResult(t, 1).pValue).to.be.closeTo(1 - (2 / Math.PI) * Math.atan(Math.abs(t)), 1e-12);
        expect(tTestResult(t, 2).pValue).to.be.closeTo(1 - Math.abs(t) / Math.sqrt(t * t + 2), 1e-12);
      }),
    );
  });

  it("agrees with mpmath's incomplete beta function, far into the tail", () => {
    const known: [number, number, number][] = [
      [2, 3, 0.1393259685588432],
      [7.05, 19998, 1.847471369425465e-12],
      [0.7, 598, 0.4841995264694132],
      [30, 5, 7.718648620496052e-7],
      [1.22, 599.3, 0.2229447397487089],
    ];
    for (const [t, df, p] of known) {
      expect(tTestResult(t, df).pValue! / p).to.be.closeTo(1, 1e-12);
      expect(tTestResult(-t, df).pValue).to.equal(tTestResult(t, df).pValue);
    }
  });
});

describe("welchTTest", () => {
  it("means 2 and 4, variances 1 and 4, three values each: t² = 4 / (5/3), 50/17 degrees of freedom", () => {
    const { statistic, degreesOfFreedom, pValue, reason } = welchTTest({ first: [1, 2, 3], second: [2, 4, 6] });
    expect(statistic).to.be.closeTo(-Math.sqrt(2.4), 1e-12);
    expect(degreesOfFreedom).to.be.closeTo(50 / 17, 1e-12);
    // By the incomplete beta function of mpmath.
    expect(pValue).to.be.closeTo(0.22088084049409593, 1e-12);
    expect(reason).to.equal(null);
  });

  it("with two values each and the same variance has two degrees of freedom", () => {
    // Means 0.5 and 3.5, variances ½: t = −3/√½, p = 1 − √18/√20.
    const { degreesOfFreedom, pValue } = welchTTest({ first: [0, 1], second: [3, 4] });
    expect(degreesOfFreedom).to.be.closeTo(2, 1e-12);
    expect(pValue).to.be.closeTo(1 - Math.sqrt(0.9), 1e-12);
  });

  it("turns its sign with the samples, and does not change with a common scale and shift", () => {
    fc.assert(
      fc.property(sample(2), sample(2), (first, second) => {
        const result = welchTTest({ first, second });
        const turned = welchTTest({ first: second, second: first });
        expect(turned.pValue).to.be.closeTo(result.pValue!, 1e-9);
        if (result.statistic === null) {
          expect(turned.statistic).to.equal(null);
          return;
        }
        expect(turned.statistic).to.be.closeTo(-result.statistic, 1e-9 * (1 + Math.abs(result.statistic)));
        const move = (values: number[]) => values.map((one) => 4 * one + 16);
        const moved = welchTTest({ first: move(first), second: move(second) });
        expect(moved.pValue).to.be.closeTo(result.pValue!, 1e-9);
        const smallest = Math.min(first.length, second.length) - 1;
        expect(result.degreesOfFreedom).to.be.within(smallest - 1e-9, first.length + second.length - 2 + 1e-9);
      }),
    );
  });

  it("without spread says p = 0 for different means and 1 for equal ones, and no t", () => {
    expect(welchTTest({ first: [1, 1], second: [2, 2] })).to.deep.include({ statistic: null, pValue: 0 });
    expect(welchTTest({ first: [2, 2], second: [2, 2] })).to.deep.include({ statistic: null, pValue: 1 });
  });

  it("says nothing about fewer than two values, and refuses what is not a number", () => {
    expect(welchTTest({ first: [1], second: [1, 2] })).to.deep.equal({
      statistic: null,
      degreesOfFreedom: null,
      pValue: null,
      reason: "fewer than two values",
    });
    expect(() => welchTTest({ first: [1, NaN], second: [1, 2] })).to.throw(UsageError, /values\[1\].*finite.*NaN/);
  });
});

describe("pairedTTest", () => {
  it("mean 2, standard deviation 1, three differences: t = 2√3, p = 1 − √(12/14)", () => {
    const { statistic, degreesOfFreedom, pValue } = pairedTTest([1, 2, 3]);
    expect(statistic).to.be.closeTo(2 * Math.sqrt(3), 1e-12);
    expect(degreesOfFreedom).to.equal(2);
    expect(pValue).to.be.closeTo(1 - Math.sqrt(12 / 14), 1e-12);
  });

  it("turns its sign with the differences and does not change with their scale or order", () => {
    fc.assert(
      fc.property(sample(2), (differences) => {
        const result = pairedTTest(differences);
        for (const factor of [-1, 8, 0.25]) {
          const other = pairedTTest(differences.map((one) => factor * one).reverse());
          expect(other.pValue).to.be.closeTo(result.pValue!, 1e-9);
          if (result.statistic === null) {
            expect(other.statistic).to.equal(null);
            continue;
          }
          const expected = Math.sign(factor) * result.statistic;
          expect(other.statistic).to.be.closeTo(expected, 1e-9 * (1 + Math.abs(expected)));
        }
      }),
    );
  });

  it("takes the rounding of float32 for no spread: p = 0 and no t", () => {
    const first = Float32Array.from({ length: 1000 }, (_, i) => Math.sin(i) * 2);
    const shifted = first.map((one) => one + 0.1);
    const differences = shifted.map((one, i) => one - first[i]!);
    expect(Array.from(differences).some((one) => one !== differences[0])).to.equal(true);
    expect(pairedTTest(differences)).to.deep.equal({
      statistic: null,
      degreesOfFreedom: null,
      pValue: 0,
      reason: "the values have no spread",
    });
  });

  it("draws the line at a millionth of the mean", () => {
    // Of two values m ± h the standard deviation is √2 h.
    const at = (share: number) => pairedTTest([1 - share / Math.SQRT2, 1 + share / Math.SQRT2]).statistic;
    expect(at(0.99e-6)).to.equal(null);
    expect(at(1.01e-6)).to.be.closeTo(Math.SQRT2 / 1.01e-6, 10);
  });

  it("says p = 1 where all differences are 0, and nothing about fewer than two", () => {
    expect(pairedTTest([0, 0, 0])).to.deep.include({ statistic: null, pValue: 1 });
    for (const few of [[], [3]]) {
      expect(pairedTTest(few)).to.deep.include({ statistic: null, pValue: null, reason: "fewer than two values" });
    }
    expect(() => pairedTTest([1, Infinity])).to.throw(UsageError, /finite/);
  });
});
