import { findMisfit, type JsonShape } from "@evenodds/core";
import { expect } from "chai";

const shape: JsonShape = {
  fields: {
    name: "text",
    size: "count",
    share: { orNull: "number" },
    isOld: { optional: "flag" },
    kinds: { list: { choices: ["a", "b"] } },
    rest: "object",
  },
};
const right = { name: "", size: 0, share: null, kinds: ["b", "a"], rest: {} };

describe("findMisfit", () => {
  it("finds none in what fits, with more fields too", () => {
    for (const value of [right, { ...right, share: -0.5, isOld: false, other: [], kinds: [] }]) {
      expect(findMisfit(value, shape)).to.equal(null);
    }
  });

  it("names the first place that does not fit, and what it has to be", () => {
    const wrong: readonly (readonly [value: unknown, path: string, expected: string])[] = [
      [null, "", "an object"],
      [[], "", "an object"],
      ["x", "", "an object"],
      [{ ...right, name: 1 }, "name", "a text"],
      [{ ...right, size: -1 }, "size", "a whole number from 0 on"],
      [{ ...right, size: 0.5 }, "size", "a whole number from 0 on"],
      [{ ...right, size: 2 ** 53 }, "size", "a whole number from 0 on"],
      [{ ...right, share: undefined }, "share", "a number"],
      [{ ...right, isOld: null }, "isOld", "true or false"],
      [{ ...right, kinds: { 0: "a" } }, "kinds", "a list"],
      [{ ...right, kinds: ["a", "c"] }, "kinds.1", "one of a, b"],
      [{ ...right, rest: [] }, "rest", "an object"],
    ];
    for (const [value, path, expected] of wrong) expect(findMisfit(value, shape)).to.deep.equal({ path, expected });
  });

  it("takes no field that an object has not of its own", () => {
    const inherits = Object.create({ name: "x" }) as object;
    expect(findMisfit(inherits, { fields: { name: "text" } })).to.deep.equal({ path: "name", expected: "a text" });
  });
});
