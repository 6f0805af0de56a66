import { allCombinations, crossCategories, UsageError } from "@evenodds/core";
import { expect } from "chai";

describe("allCombinations", () => {
  it("keeps the order of four attributes within each size, and refuses eleven", () => {
    const pairs = allCombinations(["a", "b", "c", "d"])
      .slice(0, 6)
      .map((names) => names.join(""));
    expect(pairs).to.deep.equal(["ab", "ac", "ad", "bc", "bd", "cd"]);
    expect(() => allCombinations(Array.from("abcdefghijk"))).to.throw(UsageError, /at most 10.*11/);
  });
});

describe("crossCategories", () => {
  const sex = { name: "sex", code: Int32Array.of(0, 1, 1, -1), levels: ["F", "M"] };
  const age = { name: "age", code: Int32Array.of(2, 0, -1, 1), levels: ["young", "middle", "old"] };

  it("has every combination of levels, and is missing where one of them is", () => {
    const { name, levels, code } = crossCategories([sex, age]);
    expect(name).to.equal("sex × age");
    expect(levels).to.deep.equal(["F × young", "F × middle", "F × old", "M × young", "M × middle", "M × old"]);
    expect(Array.from(code)).to.deep.equal([2, 3, -1, -1]);
  });

  it("crosses three, and refuses one", () => {
    expect(crossCategories([sex, age, { ...sex, name: "other" }]).levels).to.have.length(12);
    expect(() => crossCategories([sex])).to.throw(UsageError, /two or more.*sex/);
    expect(() => crossCategories([sex, sex])).to.throw(UsageError, /different.*"sex", "sex"/);
  });

  it("refuses more than a million combinations before it names them", () => {
    const many = { name: "place", code: Int32Array.of(0), levels: Array.from({ length: 1001 }, (_, i) => `${i}`) };
    expect(() => crossCategories([many, { ...many, name: "job" }])).to.throw(
      UsageError,
      /crossed: expected at most 1000000 combinations of levels, found 1001 × 1001 = 1002001; cross fewer/,
    );
  });

  it("lists all combinations, smaller ones first", () => {
    expect(allCombinations(["a", "b", "c"])).to.deep.equal([
      ["a", "b"],
      ["a", "c"],
      ["b", "c"],
      ["a", "b", "c"],
    ]);
  });
});
