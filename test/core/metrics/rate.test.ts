import { cellStatus, defaultMinimumSupport, rateOf } from "@evenodds/core";
import { expect } from "chai";

describe("cellStatus", () => {
  it("is empty at 0, small below the minimum support, ok from there on", () => {
    const statuses = [0, 1, 4, 5, 6].map((n) => cellStatus(n, defaultMinimumSupport));
    expect(statuses).to.deep.equal(["empty", "small", "small", "ok", "ok"]);
  });
});

describe("rateOf", () => {
  it("is k / n, and null for 0/0", () => {
    expect(rateOf(3, 4)).to.equal(0.75);
    expect(rateOf(0, 4)).to.equal(0);
    expect(rateOf(0, 0)).to.equal(null);
  });
});
