import { plainPalette } from "@evenodds/auditor";
import { choosePalette } from "@evenodds/cli/internal";
import { expect } from "chai";

describe("choosePalette", () => {
  it("colours on a terminal alone, unless NO_COLOR or CI ask for none", () => {
    expect(choosePalette({ isTTY: true }, {}).good("yes")).to.equal("\u001b[32myes\u001b[39m");
    expect(choosePalette({ isTTY: true }, { NO_COLOR: "", CI: "" }).bad("no")).to.contain("\u001b[31m");
    for (const env of [{ NO_COLOR: "1" }, { CI: "true" }]) {
      expect(choosePalette({ isTTY: true }, env)).to.equal(plainPalette);
    }
    expect(choosePalette({}, {})).to.equal(plainPalette);
  });
});
