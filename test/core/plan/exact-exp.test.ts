import { exactExp } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

describe("exactExp", () => {
  it("is e^x as float32, to the last place", () => {
    expect([0, -0, -104.5, -Infinity].map(exactExp)).to.deep.equal([1, 1, 0, 0]);
    expect(exactExp(-1)).to.equal(Math.fround(Math.exp(-1)));
    fc.assert(
      fc.property(fc.float({ min: -87, max: 0, noNaN: true }), (x) => {
        const exact = Math.exp(x);
        expect(Math.abs(exactExp(x) - exact)).to.be.at.most(exact * 2 ** -23.9);
      }),
      { numRuns: 2000 },
    );
  });

  it("gives the bits that other executors have to give", () => {
    const bits = (value: number) => new Uint32Array(Float32Array.of(value).buffer)[0]!.toString(16);
    const found = [-0.5, -1, -3.25, -17, -88, -103].map((x) => bits(exactExp(x)));
    expect(found).to.deep.equal(["3f1b4598", "3ebc5ab2", "3d1ed1b4", "3331cf19", "41edc4", "1"]);
  });
});
