import { resolveReferences } from "@evenodds/auditor/internal";
import { UsageError } from "@evenodds/core";
import { expect } from "chai";

const sex = { name: "sex", groups: ["female", "male", "unknown"] };
const race = { name: "race", groups: ["Asian", "White", "unknown"] };
const resolve = (...references: string[]) => [...resolveReferences(references, [sex, race])];

describe("resolveReferences", () => {
  it("finds a group that only one attribute has, and one whose attribute is named", () => {
    expect(resolve("male")).to.deep.equal([["sex", 1]]);
    expect(resolve("race=unknown", "sex=female")).to.deep.equal([
      ["race", 2],
      ["sex", 0],
    ]);
    expect(resolve()).to.deep.equal([]);
  });

  it("takes a group with an equals sign, and an attribute with one", () => {
    const odd = [
      { name: "a", groups: ["b=c", "d"] },
      { name: "a=b", groups: ["c", "e=f"] },
      { name: "g", groups: ["h=i"] },
    ];
    expect([...resolveReferences(["h=i"], odd)]).to.deep.equal([["g", 0]]);
    expect([...resolveReferences(["a=d"], odd)]).to.deep.equal([["a", 1]]);
    // The longest name of an attribute is meant.
    expect([...resolveReferences(["a=b=e=f"], odd)]).to.deep.equal([["a=b", 1]]);
  });

  it("finds another spelling of a level of its own kind, as other names of levels do", () => {
    expect([...resolveReferences(["1.0"], [{ name: "band", groups: ["0", "1"] }])]).to.deep.equal([["band", 1]]);
  });

  for (const [references, words] of [
    [["mal"], /‘reference’: expected the name of a group, .*"mal"; did you mean "male"/],
    [["unknown"], /expected a group that one attribute has.*"sex" and "race" have it.*sex=unknown/],
    [["race=Whit"], /expected a group of attribute "race".*did you mean "White"/],
    [["male", "sex=female"], /expected one group of attribute "sex"/],
  ] as const) {
    it(`refuses ${references.join(" and ")}`, () => {
      expect(() => resolve(...references)).to.throw(UsageError, words);
    });
  }
});
