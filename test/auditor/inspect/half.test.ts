import { halfToNumber, numberToHalf } from "@evenodds/auditor/internal";
import { expect } from "chai";
import fc from "fast-check";

describe("numberToHalf", () => {
  it("gives back the bits of every float16 that is a number", () => {
    for (let bits = 0; bits < 0x10000; bits++) {
      const value = halfToNumber(bits);
      if (!Number.isNaN(value)) expect(numberToHalf(value === 0 && bits === 0x8000 ? -0 : value)).to.equal(bits);
    }
    expect(halfToNumber(numberToHalf(NaN))).to.be.NaN;
  });

  it("takes the nearest, the even one of two", () => {
    // Steps between 2048 and 4096 are 2.
    expect(halfToNumber(numberToHalf(2049))).to.equal(2048);
    expect(halfToNumber(numberToHalf(2051))).to.equal(2052);
    expect(numberToHalf(65519)).to.equal(0x7bff);
    expect(numberToHalf(65520)).to.equal(0x7c00);
    fc.assert(
      fc.property(fc.float({ noNaN: true, min: -60000, max: 60000 }), (value) => {
        const bits = numberToHalf(value);
        const off = Math.abs(halfToNumber(bits) - value);
        const neighbours = [bits - 1, bits + 1].filter((one) => (one & 0x7fff) < 0x7c00 && one >= 0).map(halfToNumber);
        for (const near of neighbours) expect(off).to.be.at.most(Math.abs(near - value));
      }),
    );
  });
});
