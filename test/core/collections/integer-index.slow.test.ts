import { IntegerIndex } from "@evenodds/core";
import { expect } from "chai";

describe("IntegerIndex", () => {
  it("holds more numbers than a Set, whose limit is 2^24", function () {
    this.timeout(60_000);
    const most = 2 ** 24 + 10;
    const index = new IntegerIndex(most);
    for (let i = 0; i < most; i++) index.add(3 * i);
    expect([index.size, index.at(3 * (most - 1)), index.at(1)]).to.deep.equal([most, most - 1, -1]);
  });
});
