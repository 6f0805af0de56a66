import { attributeColumns } from "@evenodds/trainer/internal";
import { expect } from "chai";

describe("attributeColumns", () => {
  it("gives a binary attribute one column, and missing values zeros", () => {
    expect(Array.from(attributeColumns(Int32Array.of(0, 1, -1), 2))).to.deep.equal([0, 1, 0]);
  });

  it("is one-hot for more levels, and tells a missing value from the first level", () => {
    const columns = attributeColumns(Int32Array.of(0, 1, 2, -1), 3);
    expect(Array.from(columns)).to.deep.equal([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
  });
});
