import { nearestNull } from "@evenodds/auditor/internal";
import { expect } from "chai";
import fc from "fast-check";

/** KL(q ‖ t) of two rates. */
function divergence(q: number, t: number): number {
  return q * Math.log(q / t) + (1 - q) * Math.log((1 - q) / (1 - t));
}

const rates = fc.double({ min: 0.001, max: 0.999, noNaN: true });
const rows = fc.integer({ min: 1, max: 5000 });

describe("nearestNull", () => {
  it("is the mean of the bets by rows where the limit is 0", () => {
    expect(nearestNull({ n0: 30, q0: 0.2, n1: 10, q1: 0.6 }, 0)).to.be.closeTo((30 * 0.2 + 10 * 0.6) / 40, 1e-12);
  });

  it("lies between the bets symmetrically where they mirror each other", () => {
    // 0.2 and 0.8 with limit 0.4: 0.3 and 0.7 are as far from each of them.
    expect(nearestNull({ n0: 7, q0: 0.2, n1: 7, q1: 0.8 }, 0.4)).to.be.closeTo(0.3, 1e-12);
  });

  it("minimises the divergence: no other point of the edge of the null is nearer", () => {
    fc.assert(
      fc.property(rates, rates, rows, rows, fc.double({ min: 0, max: 0.95, noNaN: true }), rates, (...drawn) => {
        const [q0, q1, n0, n1, limit, share] = drawn;
        const distance = (t: number) => n0 * divergence(q0, t) + n1 * divergence(q1, t + limit);
        const t = nearestNull({ n0, q0, n1, q1 }, limit);
        expect(t).to.be.above(0);
        expect(t + limit).to.be.below(1);
        expect(distance(t)).to.be.at.most(distance(share * (1 - limit)) + 1e-9 * (n0 + n1));
      }),
    );
  });
});
