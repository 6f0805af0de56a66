import { Random } from "@evenodds/core";
import { expect } from "chai";
import { attributeColumns, drawOrder, permuteColumns } from "../../../packages/trainer/src/methods/permutation.js";

describe("permutation loss inputs", () => {
  it("attributeColumns gives a binary attribute one column, and missing values zeros", () => {
    expect(Array.from(attributeColumns(Int32Array.of(0, 1, -1), 2))).to.deep.equal([0, 1, 0]);
  });

  it("attributeColumns gives L levels L − 1 columns", () => {
    expect(Array.from(attributeColumns(Int32Array.of(0, 1, 2), 3))).to.deep.equal([0, 0, 1, 0, 0, 1]);
  });

  it("permuteColumns keeps (A, Ã) where l = 0 and swaps to (Ã, A) where l = 1", () => {
    const { first, second } = permuteColumns(Float32Array.of(1, 2, 3), {
      sampled: Float32Array.of(10, 20, 30),
      order: Uint8Array.of(0, 1, 0),
    });
    expect(Array.from(first)).to.deep.equal([1, 20, 3]);
    expect(Array.from(second)).to.deep.equal([10, 2, 30]);
  });

  it("drawOrder is a fair coin without a pattern in its position", () => {
    const order = drawOrder(24_000, Random.of(1, "order"));
    for (let phase = 0; phase < 24; phase++) {
      const ones = order.filter((_, n) => n % 24 === phase).reduce((a, b) => a + b, 0);
      expect(ones / 1000, `position ${phase}`).to.be.closeTo(0.5, 0.07);
    }
  });
});
