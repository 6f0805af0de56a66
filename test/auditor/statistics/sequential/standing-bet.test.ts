import { standingGap, standingRate } from "@evenodds/auditor/internal";
import { expect } from "chai";
import fc from "fast-check";

const rate = fc.double({ min: 0.001, max: 0.999, noNaN: true });
const weight = fc.double({ min: 2, max: 1e4, noNaN: true });
const limit = fc.double({ min: 0, max: 0.999, noNaN: true });

describe("standingGap", () => {
  it("is 0.1 more than the limit, and half of the way to 1 for high ones", () => {
    expect(standingGap(0)).to.equal(0.1);
    expect(standingGap(0.3)).to.be.closeTo(0.4, 1e-12);
    expect(standingGap(0.9)).to.be.closeTo(0.95, 1e-12);
  });
});

describe("standingRate", () => {
  it("weighs what was measured by rows, so that the rates lie a standing gap apart", () => {
    // 0.5 of 30 rows and 0.7 − 0.1 of 10.
    const found = standingRate({ q0: 0.5, weight0: 30, q1: 0.7, weight1: 10 }, 0);
    expect(found).to.be.closeTo((30 * 0.5 + 10 * 0.6) / 40, 1e-12);
  });

  it("is no bet until half of the excess was measured, nor before there are rows", () => {
    expect(standingRate({ q0: 0.5, weight0: 30, q1: 0.649, weight1: 10 }, 0.1)).to.be.NaN;
    expect(standingRate({ q0: 0.5, weight0: 30, q1: 0.651, weight1: 10 }, 0.1)).to.be.above(0);
    expect(standingRate({ q0: NaN, weight0: 2, q1: 0.7, weight1: 10 }, 0)).to.be.NaN;
  });

  it("keeps both rates inside of (0, 1)", () => {
    fc.assert(
      fc.property(rate, rate, weight, weight, limit, (q0, q1, weight0, weight1, most) => {
        const found = standingRate({ q0, weight0, q1, weight1 }, most);
        if (Number.isNaN(found)) return;
        expect(found).to.be.above(0);
        expect(found + standingGap(most)).to.be.below(1);
      }),
      { numRuns: 2000 },
    );
  });
});
