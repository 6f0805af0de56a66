import { sideBySide } from "@evenodds/trainer/internal";
import { expect } from "chai";

describe("sideBySide", () => {
  it("joins the rows of blocks of different widths", () => {
    const joined = sideBySide([Float32Array.of(1, 2, 3, 4), Float32Array.of(10, 20)], 2);
    expect(Array.from(joined)).to.deep.equal([1, 2, 10, 3, 4, 20]);
  });

  it("leaves out what has no columns", () => {
    expect(Array.from(sideBySide([new Float32Array(0), Float32Array.of(5, 6)], 2))).to.deep.equal([5, 6]);
  });
});
