import { referenceBounds } from "@evenodds/auditor/internal";
import { expect } from "chai";

function chance(k: number, n: number, p: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways *= (n - k + i) / i;
  return ways * p ** k * (1 - p) ** (n - k);
}

describe("referenceBounds", () => {
  it("knows nothing without rows", () => {
    expect(referenceBounds({ k: 0, n: 0 }, 0.05)).to.deep.equal({ lower: 0, upper: 1 });
  });

  it("solves n KL(k/n ‖ rate) = ln(1/alpha)", () => {
    // None of ten: (1 − upper)¹⁰ = 0.05.
    const none = referenceBounds({ k: 0, n: 10 }, 0.05);
    expect(none.lower).to.equal(0);
    expect((1 - none.upper) ** 10).to.be.closeTo(0.05, 1e-12);
    const all = referenceBounds({ k: 10, n: 10 }, 0.05);
    expect(all.upper).to.equal(1);
    expect(all.lower ** 10).to.be.closeTo(0.05, 1e-12);
    const { lower, upper } = referenceBounds({ k: 5, n: 20 }, 0.01);
    for (const bound of [lower, upper]) {
      const divergence = 0.25 * Math.log(0.25 / bound) + 0.75 * Math.log(0.75 / (1 - bound));
      expect(20 * divergence).to.be.closeTo(Math.log(100), 1e-9);
    }
    expect(lower).to.be.below(0.25);
    expect(upper).to.be.above(0.25);
  });

  it("misses a rate on either side with at most the probability that was asked for, by every outcome", () => {
    for (const n of [1, 2, 7, 30]) {
      for (const alpha of [0.3, 0.05]) {
        const bounds = Array.from({ length: n + 1 }, (_, k) => referenceBounds({ k, n }, alpha));
        for (let p = 0.01; p < 1; p += 0.01) {
          const above = bounds.reduce((sum, { lower }, k) => sum + (lower > p ? chance(k, n, p) : 0), 0);
          const below = bounds.reduce((sum, { upper }, k) => sum + (upper < p ? chance(k, n, p) : 0), 0);
          expect(Math.max(above, below), `n ${n}, alpha ${alpha}, p ${p}`).to.be.at.most(alpha);
        }
      }
    }
  });
});
