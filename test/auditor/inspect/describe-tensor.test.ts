import { formatTensor } from "@evenodds/auditor";
import { expect } from "chai";

describe("formatTensor", () => {
  it("reads as in the documentation", () => {
    expect(formatTensor({ name: "x", type: "float32", shape: ["N", 95] })).to.equal("x float32[N, 95]");
    expect(formatTensor({ name: "s", type: "int64", shape: [] })).to.equal("s int64[]");
    expect(formatTensor({ name: "y", type: "float32", shape: null })).to.equal("y float32 of unstated shape");
  });
});
