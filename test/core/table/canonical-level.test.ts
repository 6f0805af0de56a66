import { canonicalLevel } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

describe("canonicalLevel", () => {
  const cases = [
    ["0", "0"],
    ["0.0", "0"],
    ["-0", "0"],
    ["+0.", "0"],
    [" 1.000 ", "1"],
    ["-1.0", "-1"],
    ["9007199254740993", "9007199254740993"],
    ["9007199254740993.0", "9007199254740993"],
    ["01", "01"],
    ["1.5", "1.5"],
    ["1e3", "1e3"],
    [" New York ", "New York"],
    ["True", "true"],
    [" FALSE ", "false"],
    ["TRUE", "true"],
    ["true.", "true."],
    ["T", "T"],
    ["", ""],
  ] as const;
  for (const [given, expected] of cases) {
    it(`spells ${JSON.stringify(given)} as ${JSON.stringify(expected)}`, () =>
      expect(canonicalLevel(given)).to.equal(expected));
  }

  it("changes nothing the second time", () => {
    fc.assert(fc.property(fc.string(), (text) => canonicalLevel(canonicalLevel(text)) === canonicalLevel(text)));
  });
});
