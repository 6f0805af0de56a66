import { parseSubgroup } from "@evenodds/auditor";
import { findAttribute, findGroup } from "@evenodds/auditor/internal";
import { UsageError } from "@evenodds/core";
import { expect } from "chai";

const level = (name: string, n = 9) => ({ level: name, n });
const sex = { name: "sex", levels: [level("F"), level("M")] };
const race = { name: "race", levels: [level("White"), level("Black or Brown"), level("1.0")] };
const both = {
  name: "race × sex",
  levels: [level("White × F"), level("White × M"), level("1.0 × F"), level("1.0 × M", 0)],
};
const attributes = [sex, race, both];

describe("findAttribute", () => {
  it("finds a crossing by its attributes in any order, between either sign", () => {
    for (const name of ["race × sex", "sex*race", "sex * race", "race*sex", "sex × race"]) {
      expect(findAttribute(attributes, name)).to.equal(both);
    }
    expect(findAttribute(attributes, "sex")).to.equal(sex);
  });

  it("refuses others with near matches, and says how attributes are crossed", () => {
    expect(() => findAttribute(attributes, "sx")).to.throw(UsageError, 'did you mean "sex"?');
    expect(() => findAttribute([sex, race], "sex*race")).to.throw(UsageError, "cross: sex*race");
  });
});

describe("findGroup", () => {
  it("finds a group by its values in any order, and in another spelling of a value", () => {
    const parts = parseSubgroup("sex=M, race=White");
    expect(findGroup(attributes, parts)).to.deep.equal({ attribute: both, group: 1, text: "race=White, sex=M" });
    expect(findGroup(attributes, parts.toReversed()).group).to.equal(1);
    expect(findGroup(attributes, parseSubgroup("sex=F, race=1")).group).to.equal(2);
    expect(findGroup(attributes, parseSubgroup("race=1")).group).to.equal(2);
  });

  it("refuses a group that does not occur, has no rows, or names an attribute twice", () => {
    expect(() => findGroup(attributes, parseSubgroup("sex=f"))).to.throw(UsageError, 'did you mean "F" or "M"?');
    expect(() => findGroup(attributes, parseSubgroup("sex=M, race=1.0"))).to.throw(UsageError, "a group with rows");
    expect(() => findGroup(attributes, parseSubgroup("sex=M, sex=F"))).to.throw(UsageError, "each attribute once");
    expect(() => findGroup(attributes, parseSubgroup("age=3"))).to.throw(UsageError, "an audited attribute");
  });
});

describe("parseSubgroup", () => {
  it("takes values with blanks, commas and equals signs in them", () => {
    expect(parseSubgroup("race=Black, or Brown, sex=M")).to.deep.equal([
      { attribute: "race", value: "Black, or Brown" },
      { attribute: "sex", value: "M" },
    ]);
    expect(parseSubgroup("rule=a=b")).to.deep.equal([{ attribute: "rule", value: "a=b" }]);
  });

  it("refuses a part without a value or a name", () => {
    for (const text of ["sex", "sex=", "=M", ""]) expect(() => parseSubgroup(text)).to.throw(UsageError);
  });
});
