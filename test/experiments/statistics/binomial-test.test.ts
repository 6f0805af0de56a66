import { UsageError } from "@evenodds/core";
import { binomialTest } from "@evenodds/experiments";
import { expect } from "chai";
import fc from "fast-check";

/** P(X ≥ k) by whole numbers alone: the sum of binomial coefficients over 2ⁿ. */
function byCounting(k: number, n: number): number {
  let coefficient = 1n;
  let sum = 0n;
  for (let i = 0; i <= n; i++) {
    if (i >= k) sum += coefficient;
    coefficient = (coefficient * BigInt(n - i)) / BigInt(i + 1);
  }
  return Number((sum << 900n) >> BigInt(n)) / 2 ** 900;
}

describe("binomialTest", () => {
  it("eight heads of ten: (45 + 10 + 1) / 1024", () => {
    expect(binomialTest({ k: 8, n: 10 }).pValue).to.be.closeTo(56 / 1024, 1e-15);
    expect(binomialTest({ k: 8, n: 10 }).proportion).to.equal(0.8);
    expect(binomialTest({ k: 5, n: 5 }).pValue).to.be.closeTo(1 / 32, 1e-15);
    expect(binomialTest({ k: 0, n: 5 }).pValue).to.equal(1);
  });

  it("agrees with sums of whole numbers, far into the tail", () => {
    const trials = fc
      .integer({ min: 1, max: 200 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
    fc.assert(
      fc.property(trials, ([k, n]) => {
        expect(binomialTest({ k, n }).pValue! / byCounting(k, n)).to.be.closeTo(1, 1e-10);
      }),
    );
  });

  it("agrees with exact fractions of Python at the sizes of the study", () => {
    const known: [number, number, number][] = [
      [10400, 20000, 7.998555981900608e-9],
      [5123, 10000, 0.007140784504483813],
      [175, 300, 0.0022943560367734064],
      [160, 300, 0.13631495635040847],
    ];
    for (const [k, n, p] of known) expect(binomialTest({ k, n }).pValue! / p).to.be.closeTo(1, 1e-11);
  });

  it("falls with k, and with the other tail gives 1", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (n, draw) => {
        const k = 1 + (draw % n);
        const { pValue } = binomialTest({ k, n });
        expect(pValue).to.be.below(binomialTest({ k: k - 1, n }).pValue! + 1e-12);
        expect(pValue! + binomialTest({ k: n - k + 1, n }).pValue!).to.be.closeTo(1, 1e-12);
      }),
    );
  });

  it("has no p without trials, 0 beyond the smallest number, and refuses what cannot be counted", () => {
    expect(binomialTest({ k: 0, n: 0 })).to.deep.equal({ proportion: null, pValue: null });
    expect(binomialTest({ k: 10_000, n: 10_000 })).to.deep.equal({ proportion: 1, pValue: 0 });
    for (const bad of [
      { k: 3, n: 2 },
      { k: -1, n: 2 },
      { k: 0.5, n: 2 },
      { k: 0, n: NaN },
    ]) {
      expect(() => binomialTest(bad)).to.throw(UsageError, /0 ≤ k ≤ n/);
    }
  });
});
