import { foldCommand } from "@evenodds/cli/internal";
import { expect } from "chai";

describe("foldCommand", () => {
  it("leaves a short command as it is", () => {
    expect(foldCommand("evenodds demo --out out", { indent: "  ", width: 30 })).to.equal("  evenodds demo --out out");
  });

  it("breaks a long one before flags, within the width", () => {
    const folded = foldCommand("evenodds split graph --training a --held-out b --seed 1", { indent: "  ", width: 36 });
    expect(folded.split("\n")).to.deep.equal([
      "  evenodds split graph \\",
      "    --training a --held-out b \\",
      "    --seed 1",
    ]);
  });
});
