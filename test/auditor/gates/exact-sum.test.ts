import { exactSum } from "@evenodds/auditor/internal";
import { expect } from "chai";
import fc from "fast-check";

describe("exactSum", () => {
  it("gives the very number that a decimal limit is, where adding gives its neighbour", () => {
    // The mean of 0.1 and 0.2.
    expect((0.1 + 0.2) / 2).to.equal(0.15000000000000002);
    const mean = exactSum([
      { k: 1, n: 20 },
      { k: 1, n: 10 },
    ]);
    expect(mean).to.equal(0.15);
    expect(exactSum([{ k: 1, n: 10 }])).to.equal(0.1);
    expect(exactSum([{ k: 1, n: 3 }])).to.equal(1 / 3);
    expect(exactSum([{ k: 2, n: 3 }])).to.equal(2 / 3);
    expect(exactSum([])).to.equal(0);
  });

  it("takes differences, which can be negative, and cancels", () => {
    const third = { k: 1, n: 3 };
    expect(exactSum([third, { k: -1, n: 3 }])).to.equal(0);
    expect(exactSum([{ k: -1, n: 8 }])).to.equal(-0.125);
  });

  it("adds sums of weights as numbers", () => {
    const halves = [
      { k: 0.5, n: 2 },
      { k: 1, n: 4 },
    ];
    expect(exactSum(halves)).to.equal(0.5);
  });

  it("is the same in every order, and one division for one denominator", () => {
    const fraction = fc.record({ k: fc.integer({ min: -1000, max: 1000 }), n: fc.integer({ min: 1, max: 1000 }) });
    fc.assert(
      fc.property(fc.array(fraction, { maxLength: 8 }), (fractions) => {
        expect(exactSum([...fractions].reverse())).to.equal(exactSum(fractions));
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { maxLength: 8 }), fc.integer({ min: 1, max: 1000 }), (counts, n) => {
        const total = counts.reduce((sum, k) => sum + k, 0);
        expect(exactSum(counts.map((k) => ({ k, n })))).to.equal(total / n);
      }),
    );
  });
});
