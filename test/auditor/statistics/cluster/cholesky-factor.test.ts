import { choleskyFactor } from "@evenodds/auditor/internal";
import { expect } from "chai";

describe("choleskyFactor", () => {
  it("is the root of a matrix that has one", () => {
    // [[2, 0], [1, 3]] times its transpose.
    const { lower, columns } = choleskyFactor(Float64Array.from([4, 2, 2, 10]), 2);
    expect(Array.from(lower)).to.deep.equal([2, 0, 1, 3]);
    expect(columns).to.deep.equal([0, 1]);
  });

  it("leaves out the column of a row that depends on others, and of zeros", () => {
    // Second = twice the first; third is always 0; fourth stands alone.
    const matrix = Float64Array.from([1, 2, 0, 0, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9]);
    const { lower, columns } = choleskyFactor(matrix, 4);
    expect(columns).to.deep.equal([0, 3]);
    expect(Array.from(lower)).to.deep.equal([1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]);
  });
});
