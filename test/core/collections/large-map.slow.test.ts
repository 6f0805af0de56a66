import { LargeMap } from "@evenodds/core";
import { expect } from "chai";

describe("LargeMap", () => {
  it("holds more entries than a Map, whose limit is 2^24", function () {
    this.timeout(120_000);
    const most = 2 ** 24 + 10;
    const large = new LargeMap<number, number>();
    for (let i = 0; i < most; i++) large.set(i, -i);
    expect([large.size, large.get(3), large.get(most - 1), large.get(most)]).to.deep.equal([
      most,
      -3,
      1 - most,
      undefined,
    ]);
  });
});
