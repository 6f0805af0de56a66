import { ModelError } from "@evenodds/core";
import { toLong } from "@evenodds/exporter/internal";
import { expect } from "chai";

describe("toLong", () => {
  it("keeps numbers and bigints, also beyond 32 bits and below 0", () => {
    const values = [0, -1, 2 ** 40 + 3, 7n, -(2n ** 63n), 2n ** 63n - 1n];
    expect(values.map((value) => toLong(value, "dims").toString())).to.deep.equal(values.map(String));
  });

  it("refuses fractions, NaN, numbers beyond 2^53 and bigints beyond 64 bits", () => {
    for (const value of [0.5, NaN, Infinity, 2 ** 53, 2n ** 63n, -(2n ** 63n) - 1n]) {
      expect(() => toLong(value, "dims"), String(value)).to.throw(ModelError, /dims: expected .*found/);
    }
  });
});
