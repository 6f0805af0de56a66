import { mantelHaenszelDifference, normalQuantile } from "@evenodds/auditor";
import { expect } from "chai";
import fc from "fast-check";

const z = normalQuantile(0.975);

describe("mantelHaenszelDifference", () => {
  it("is the plain difference in one stratum, with its variance where sides are equally large", () => {
    // p₁ = 0.7, p₂ = 0.5 of 100 each: variance (0.21 + 0.25) / 100. P = −n δ/4 = −5, W = 50.
    const { difference, lower, upper } = mantelHaenszelDifference(
      [{ first: { k: 70, n: 100 }, second: { k: 50, n: 100 } }],
      z,
    )!;
    expect(difference).to.be.closeTo(0.2, 1e-15);
    const middle = 0.2 - (z ** 2 * 5) / (2 * 50 ** 2);
    const half = Math.sqrt(middle ** 2 - 0.2 ** 2 + z ** 2 * (0.0046 + (0.2 * 5) / 50 ** 2));
    expect(lower).to.be.closeTo(middle - half, 1e-12);
    expect(upper).to.be.closeTo(middle + half, 1e-12);
  });

  it("weighs strata by n₁ n₂ / N", () => {
    // 5 against 5 rows: weight 2.5, difference 0.4. 10 against 30: weight 7.5, difference −0.1. Together 0.25 / 10.
    const found = mantelHaenszelDifference(
      [
        { first: { k: 4, n: 5 }, second: { k: 2, n: 5 } },
        { first: { k: 4, n: 10 }, second: { k: 15, n: 30 } },
      ],
      z,
    );
    expect(found!.difference).to.be.closeTo(0.025, 1e-15);
  });

  it("leaves out strata with an empty side, and is null where none is left", () => {
    const empty = { first: { k: 0, n: 0 }, second: { k: 3, n: 4 } };
    const full = { first: { k: 1, n: 2 }, second: { k: 1, n: 4 } };
    expect(mantelHaenszelDifference([empty, full], z)).to.deep.equal(mantelHaenszelDifference([full], z));
    expect(mantelHaenszelDifference([empty], z)).to.equal(null);
    expect(mantelHaenszelDifference([], z)).to.equal(null);
  });

  it("has no interval where nothing varies", () => {
    const all = { first: { k: 7, n: 7 }, second: { k: 9, n: 9 } };
    const none = { first: { k: 0, n: 3 }, second: { k: 0, n: 5 } };
    expect(mantelHaenszelDifference([all, none], z)).to.deep.equal({ difference: 0, lower: null, upper: null });
  });

  const pair = fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
    .chain(([n1, n2]) =>
      fc
        .tuple(fc.integer({ min: 0, max: n1 }), fc.integer({ min: 0, max: n2 }))
        .map(([k1, k2]) => ({ first: { k: k1, n: n1 }, second: { k: k2, n: n2 } })),
    );

  it("contains its difference, stays in [−1, 1], and changes its sign with the sides", () => {
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 6 }), (strata) => {
        const { difference, lower, upper } = mantelHaenszelDifference(strata, z)!;
        const swapped = mantelHaenszelDifference(
          strata.map(({ first, second }) => ({ first: second, second: first })),
          z,
        )!;
        expect(swapped.difference).to.be.closeTo(-difference, 1e-12);
        if (lower === null || upper === null) return;
        expect(lower).to.be.within(-1, difference + 1e-12);
        expect(upper).to.be.within(difference - 1e-12, 1);
        expect(swapped.lower).to.be.closeTo(-upper, 1e-9);
        expect(swapped.upper).to.be.closeTo(-lower, 1e-9);
      }),
    );
  });
});
