import { orderGroups } from "@evenodds/auditor/internal";
import { expect } from "chai";
import fc from "fast-check";

const ordered = (...levels: string[]) => orderGroups(levels).map((at) => levels[at]);

describe("orderGroups", () => {
  it("puts bands of numbers in their order, and what is missing after them", () => {
    expect(ordered("30–50", "<30", ">50", "missing")).to.deep.equal(["<30", "30–50", ">50", "missing"]);
    expect(ordered("30..<50", "<30", ">=50")).to.deep.equal(["<30", "30..<50", ">=50"]);
    expect(ordered("65+", "18 to 24", "(unknown)", "25-64", "under 18")).to.deep.equal([
      ...["under 18", "18 to 24", "25-64", "65+", "(unknown)"],
    ]);
    expect(ordered("[20, 30)", "[3, 20)")).to.deep.equal(["[3, 20)", "[20, 30)"]);
    expect(ordered("10", "2", "unknown")).to.deep.equal(["2", "10", "unknown"]);
    expect(ordered("-5", "-10", "3")).to.deep.equal(["-10", "-5", "3"]);
  });

  it("knows thousands, currencies and words around the numbers", () => {
    expect(ordered("$10,000-20,000", "<$5,000", "$5,000-10,000")).to.deep.equal([
      ...["<$5,000", "$5,000-10,000", "$10,000-20,000"],
    ]);
    expect(ordered("50 years and over", "<50 years")).to.deep.equal(["<50 years", "50 years and over"]);
    expect(ordered("Grade 10", "Grade 2")).to.deep.equal(["Grade 2", "Grade 10"]);
  });

  it("leaves levels as they are where some are no bands, or bands of different things", () => {
    for (const levels of [
      ["male", "female", "missing"],
      ["10 years", "2 weeks"],
      ["a", "<30"],
      ["missing", "30"],
      [],
    ]) {
      expect(ordered(...levels)).to.deep.equal(levels);
    }
  });

  it("orders crossed levels attribute by attribute", () => {
    expect(ordered("30–50 × M", "30–50 × F", "<30 × M", "<30 × F")).to.deep.equal([
      ...["<30 × M", "<30 × F", "30–50 × M", "30–50 × F"],
    ]);
  });

  it("holds every level once, whatever the names", () => {
    const level = fc.oneof(fc.string(), fc.constantFrom("<3", "3–5", "5+", "missing", "a × b", "-1e400"));
    fc.assert(
      fc.property(fc.uniqueArray(level), (levels) => {
        expect([...orderGroups(levels)].sort((a, b) => a - b)).to.deep.equal(levels.map((_, at) => at));
      }),
    );
  });
});
