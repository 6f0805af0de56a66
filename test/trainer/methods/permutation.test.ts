import { expect } from "chai";
import { attributeColumns, permuteColumns } from "../../../packages/trainer/src/methods/permutation.js";

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
});
