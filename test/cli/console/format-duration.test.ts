import { formatDuration } from "@evenodds/cli/internal";
import { expect } from "chai";

describe("formatDuration", () => {
  it("takes the unit that people take", () => {
    expect([0, 0.2, 89, 90, 5399, 5400, 9000].map(formatDuration)).to.deep.equal([
      "0 s",
      "1 s",
      "89 s",
      "2 min",
      "90 min",
      "1.5 h",
      "2.5 h",
    ]);
  });

  it("admits what is not known", () => {
    expect([NaN, Infinity].map(formatDuration)).to.deep.equal(["?", "?"]);
  });
});
