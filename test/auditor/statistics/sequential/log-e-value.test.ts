import { logRatio, twoSampleLogEValue } from "@evenodds/auditor/internal";
import { expect } from "chai";
import fc from "fast-check";

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways *= (n - k + i) / i;
  return ways;
}

function chance(s: number, n: number, p: number): number {
  return choose(n, s) * p ** s * (1 - p) ** (n - s);
}

/** Mean of the e-value over every outcome of a batch, with true rates p0 and p1. */
function mean(
  batch: { n0: number; n1: number; q0: number; q1: number },
  options: { limit: number; p0: number; p1: number },
) {
  const { n0, n1 } = batch;
  const { limit, p0, p1 } = options;
  let sum = 0;
  for (let s0 = 0; s0 <= n0; s0++) {
    for (let s1 = 0; s1 <= n1; s1++) {
      sum += chance(s0, n0, p0) * chance(s1, n1, p1) * Math.exp(twoSampleLogEValue({ ...batch, s0, s1 }, limit));
    }
  }
  return sum;
}

describe("twoSampleLogEValue", () => {
  it("is the likelihood ratio of the bets to the nearest point", () => {
    // Nearest point of 0.2 and 0.6 with ten rows each: 0.4 and 0.4. 3 of 10 and 7 of 10 rows.
    const found = twoSampleLogEValue({ s0: 3, n0: 10, q0: 0.2, s1: 7, n1: 10, q1: 0.6 }, 0);
    const bets = 0.2 ** 3 * 0.8 ** 7 * 0.6 ** 7 * 0.4 ** 3;
    const nearest = 0.4 ** 3 * 0.6 ** 7 * 0.4 ** 7 * 0.6 ** 3;
    expect(found).to.be.closeTo(Math.log(bets / nearest), 1e-12);
  });

  it("is 0 where a group has no rows, or nothing is bet", () => {
    expect(twoSampleLogEValue({ s0: 0, n0: 0, q0: 0.2, s1: 7, n1: 10, q1: 0.6 }, 0.1)).to.equal(0);
    expect(twoSampleLogEValue({ s0: 1, n0: 3, q0: 0.25, s1: 2, n1: 3, q1: 0.5 }, 0.25)).to.equal(0);
  });

  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const bet = fc.double({ min: 0.02, max: 0.98, noNaN: true });
  const few = fc.integer({ min: 1, max: 6 });

  it("has a mean of at most 1 under every point of the null, by every outcome", () => {
    fc.assert(
      fc.property(few, few, bet, bet, fc.double({ min: 0, max: 0.9, noNaN: true }), share, share, (...drawn) => {
        const [n0, n1, q0, q1, limit, a, b] = drawn;
        // Any p0 and p1 on the side of the limit on which the bets do not lie.
        const isAbove = q1 - q0 > limit;
        const p0 = isAbove ? a : a * (1 - limit);
        const edge = p0 + limit;
        const p1 = isAbove ? b * Math.min(1, edge) : edge + b * (1 - edge);
        expect(mean({ n0, n1, q0, q1 }, { limit, p0, p1 })).to.be.at.most(1 + 1e-9);
      }),
      { numRuns: 2000 },
    );
  });

  it("has a mean above 1 where the bets are right", () => {
    expect(mean({ n0: 5, n1: 5, q0: 0.3, q1: 0.7 }, { limit: 0.1, p0: 0.3, p1: 0.7 })).to.be.above(1.1);
  });
});

describe("logRatio", () => {
  it("is the logarithm of the likelihood ratio of two rates", () => {
    expect(logRatio(2, { n: 3, q: 0.5, t: 0.25 })).to.be.closeTo(
      Math.log((0.5 ** 2 * 0.5) / (0.25 ** 2 * 0.75)),
      1e-12,
    );
    expect(logRatio(0, { n: 2, q: 0.5, t: 0.25 })).to.be.closeTo(2 * Math.log(0.5 / 0.75), 1e-12);
    expect(logRatio(2, { n: 2, q: 0.5, t: 0.25 })).to.be.closeTo(2 * Math.log(2), 1e-12);
  });
});
