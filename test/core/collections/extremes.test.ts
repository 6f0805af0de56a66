import { maximum, minimum } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

describe("maximum and minimum", () => {
  it("are what Math says of a few numbers, NaN and none included", () => {
    fc.assert(
      fc.property(fc.array(fc.double(), { maxLength: 5 }), (values) => {
        expect(maximum(values)).to.be.deep.equal(Math.max(...values));
        expect(minimum(values)).to.be.deep.equal(Math.min(...values));
      }),
    );
  });

  it("start from a value of their own", () => {
    expect([maximum([], 0), maximum([2], 3), minimum([2], 1)]).to.deep.equal([0, 3, 1]);
  });

  it("take more numbers than a call has arguments", () => {
    const values = new Float64Array(1_000_000).fill(1).fill(2, 999_999);
    expect([maximum(values), minimum(values)]).to.deep.equal([2, 1]);
  });
});
