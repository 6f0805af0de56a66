import { sumScale } from "@evenodds/core";
import { boundExponent, roundHalfEven } from "@evenodds/core/internal";
import { expect } from "chai";
import fc from "fast-check";

const float = fc.float({ noNaN: true, noDefaultInfinity: true });

describe("boundExponent", () => {
  it("is the smallest e with |value| < 2^e", () => {
    expect([1, 0.5, 0.75, 3, 4, -4, 2 ** -149].map(boundExponent)).to.deep.equal([1, 0, 0, 2, 3, 3, -148]);
    fc.assert(
      fc.property(float, (value) => {
        fc.pre(value !== 0);
        const e = boundExponent(value);
        expect(Math.abs(value)).to.be.below(2 ** e);
        expect(Math.abs(value)).to.be.at.least(2 ** (e - 1));
      }),
    );
  });
});

describe("roundHalfEven", () => {
  it("takes the even one of two whole numbers", () => {
    expect([0.5, 1.5, 2.5, -0.5, -1.5, 2.4999, 2 ** 52 + 1, -(2 ** 60)].map((x) => roundHalfEven(x) + 0)).to.deep.equal(
      [...[0, 2, 2, 0, -2, 2], ...[2 ** 52 + 1, -(2 ** 60)]],
    );
  });
});

describe("sumScale", () => {
  it("is 60 less the exponents of the largest number and of their count", () => {
    expect(sumScale({ largest: 1, count: 1 })).to.equal(58);
    expect(sumScale({ largest: 0.75, count: 7 })).to.equal(57);
    expect([sumScale({ largest: 0, count: 7 }), sumScale({ largest: 1, count: 0 })]).to.deep.equal([0, 0]);
  });

  it("keeps every sum of so many numbers within 64 bits, and every number to half a unit", () => {
    const count = fc.integer({ min: 1, max: 2 ** 40 });
    fc.assert(
      fc.property(float, count, (largest, many) => {
        fc.pre(largest !== 0);
        const k = sumScale({ largest, count: many });
        const addend = BigInt(roundHalfEven(Math.abs(largest) * 2 ** k));
        expect(addend * BigInt(many) <= 2n ** 60n).to.equal(true);
        // The addend of the largest number has at least 60 bits less those of the count.
        expect(addend >= 2n ** BigInt(59 - boundExponent(many))).to.equal(true);
      }),
    );
  });

  it("gives sums that do not depend on their order, where float64 gives others", () => {
    const values = Array.from({ length: 400 }, (_, i) => Math.fround(Math.sin(i + 1) * 10 ** ((i % 13) - 9)));
    const k = sumScale({ largest: Math.max(...values.map(Math.abs)), count: values.length });
    const sum = (list: readonly number[]) => list.reduce((all, one) => all + BigInt(roundHalfEven(one * 2 ** k)), 0n);
    const plain = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
    const turned = values.toReversed();
    expect(sum(turned)).to.equal(sum(values));
    expect(plain(turned)).to.not.equal(plain(values));
    expect(Number(sum(values)) * 2 ** -k).to.be.closeTo(plain(values), 400 * 2 ** -(k + 1) + 1e-9);
  });
});
