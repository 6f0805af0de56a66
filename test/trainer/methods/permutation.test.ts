import { expect } from "chai";
import { attributeColumns, evidenceColumns } from "../../../packages/trainer/src/methods/permutation.js";

describe("permutation loss inputs", () => {
  it("attributeColumns gives a binary attribute one column, and missing values zeros", () => {
    expect(Array.from(attributeColumns(Int32Array.of(0, 1, -1), 2))).to.deep.equal([0, 1, 0]);
  });

  it("attributeColumns gives L levels L − 1 columns", () => {
    expect(Array.from(attributeColumns(Int32Array.of(0, 1, 2), 3))).to.deep.equal([0, 0, 1, 0, 0, 1]);
  });

  it("evidenceColumns shows (p, A, Ã, Y) where l = 0 and (p, Ã, A, Y) where l = 1", () => {
    const evidence = evidenceColumns({
      probability: Float32Array.of(0.5, 0.5, 0.25, 0.75, 1, 0),
      actual: Float32Array.of(1, 2, 3),
      sampled: Float32Array.of(10, 20, 30),
      order: Uint8Array.of(0, 1, 0),
      labelColumns: Float32Array.of(1, 0, 0, 1, 0, 0),
    });
    expect(Array.from(evidence)).to.deep.equal([
      ...[0.5, 0.5, 1, 10, 1, 0],
      ...[0.25, 0.75, 20, 2, 0, 1],
      ...[1, 0, 3, 30, 0, 0],
    ]);
  });

  it("evidenceColumns keeps the columns of an attribute with several levels together", () => {
    const evidence = evidenceColumns({
      probability: Float32Array.of(0, 1),
      actual: Float32Array.of(1, 2, 3, 4),
      sampled: Float32Array.of(5, 6, 7, 8),
      order: Uint8Array.of(1, 0),
      labelColumns: Float32Array.of(9, 10),
    });
    expect(Array.from(evidence)).to.deep.equal([0, 5, 6, 1, 2, 9, 1, 3, 4, 7, 8, 10]);
  });
});
