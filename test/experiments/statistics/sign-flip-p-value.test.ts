import { Random, UsageError } from "@evenodds/core";
import { signFlipPValue } from "@evenodds/experiments";
import { expect } from "chai";
import fc from "fast-check";

describe("signFlipPValue", () => {
  const random = () => Random.of(1, "signs");

  it("three differences of one sign: two of eight patterns are as far", () => {
    expect(signFlipPValue([1, 2, 3], random())).to.equal(2 / 8);
    expect(signFlipPValue([-0.1, -0.2, -0.3], random())).to.equal(2 / 8);
    // ±1 ±2 ±3 reaches |1 + 2 − 3| = 0 or more always, and |3 + 2 − 1| = 4 or more in four patterns.
    expect(signFlipPValue([1, 2, -3], random())).to.equal(1);
    expect(signFlipPValue([-1, 2, 3], random())).to.equal(4 / 8);
  });

  it("lists all patterns up to 13 differences, without a draw", () => {
    const stream = random();
    expect(signFlipPValue(new Array<number>(13).fill(0.1), stream)).to.equal(2 / 8192);
    expect(stream.state).to.deep.equal(random().state);
  });

  it("draws 10,000 patterns beyond, close to the exact share, and the same for the same stream", () => {
    // Of 14 differences of one size, the sum of k with the one sign is as far as 10 for k of 0, 1, 2 and 12, 13, 14.
    const differences = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1];
    const exact = (2 * (1 + 14 + 91)) / 2 ** 14;
    const p = signFlipPValue(differences, random())!;
    expect(p).to.be.closeTo(exact, 5 * Math.sqrt(exact / 10_000));
    expect((p * 10_001) % 1).to.be.closeTo(0, 1e-6);
    expect(signFlipPValue(differences, random())).to.equal(p);
    expect(signFlipPValue(new Array<number>(40).fill(1), random())).to.equal(1 / 10_001);
  });

  it("does not change with sign, scale and order, and falls to no less than 2/2ⁿ", () => {
    const differences = fc.array(
      fc.integer({ min: -50, max: 50 }).map((whole) => whole / 10),
      { minLength: 1, maxLength: 7 },
    );
    fc.assert(
      fc.property(differences, (values) => {
        const p = signFlipPValue(values, random())!;
        expect(p).to.be.within(2 / 2 ** values.length, 1);
        expect(signFlipPValue(values.map((value) => -1e6 * value).reverse(), random())).to.equal(p);
      }),
    );
  });

  it("is 1 where all differences are 0, undefined without any, and refuses what is not a number", () => {
    expect(signFlipPValue([0, 0], random())).to.equal(1);
    expect(signFlipPValue([], random())).to.equal(null);
    expect(() => signFlipPValue([1, NaN], random())).to.throw(UsageError, /differences\[1\].*NaN/);
  });
});
