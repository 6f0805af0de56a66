import { InputError } from "@evenodds/core";
import { codeCategory } from "@evenodds/data/internal";
import { expect } from "chai";
import type { CardCategory } from "@evenodds/data";

function code(texts: readonly (string | null)[], card: Partial<CardCategory> = {}) {
  const ids = texts.map((_, i) => `n${i}`);
  const category = codeCategory({ name: "s", column: "s", missing: [], ...card }, { texts, ids, mostNumbers: 20 });
  return { code: Array.from(category.code), levels: category.levels };
}

describe("codeCategory", () => {
  it("makes one level of 0, 0.0 and a padded 0, and keeps 00 apart", () => {
    expect(code(["0", "0.0", " 0 ", "00"])).to.deep.equal({ code: [0, 0, 0, 1], levels: ["0", "00"] });
  });

  it("never makes a group of a missing value", () => {
    const texts = ["a", null, "", " ", "NA", "N/A", "nan", "NaN", "null", "NULL", "None"];
    expect(code(texts)).to.deep.equal({ code: [0, ...Array<number>(10).fill(-1)], levels: ["a"] });
  });

  it("adds the card's own missing values to the usual ones", () => {
    expect(code(["-1", "-1.0", "NA", "1"], { missing: ["-1"] })).to.deep.equal({
      code: [-1, -1, -1, 0],
      levels: ["1"],
    });
  });

  it("makes a level of NA where the card lists it", () => {
    const levels = ["NA", "ZA"].map((value) => ({ value, name: value }));
    expect(code(["ZA", "NA", "nan"], { levels })).to.deep.equal({ code: [1, 0, -1], levels: ["NA", "ZA"] });
  });

  it("sorts numbers by size and anything else as text", () => {
    expect(code(["10", "9", "-1"]).levels).to.deep.equal(["-1", "9", "10"]);
    expect(code(["10", "9", "x"]).levels).to.deep.equal(["10", "9", "x"]);
  });

  it("keeps the order of the card, levels without rows, and joins values of one name", () => {
    const levels = [
      { value: "1", name: "work" },
      { value: "0", name: "study" },
      { value: "2", name: "study" },
      { value: "3", name: "none" },
    ];
    expect(code(["0", "1", "2"], { levels })).to.deep.equal({ code: [1, 0, 1], levels: ["work", "study", "none"] });
  });

  it("refuses a value that the card does not list", () => {
    const levels = [{ value: "male", name: "male" }];
    expect(() => code(["male", "mal"], { levels })).to.throw(InputError, /column "s".*"mal" on node "n1".*"male"/);
  });

  it("asks for bins where a column has many numbers, and cuts it", () => {
    const ages = Array.from({ length: 40 }, (_, i) => String(20 + i));
    expect(() => code(ages)).to.throw(InputError, /40 different numbers.*bins/);
    const cut = code(["29.5", "30", "49", "50", "NA"], { bins: [30, 50] });
    expect(cut).to.deep.equal({ code: [0, 1, 1, 2, -1], levels: ["<30", "30..<50", ">=50"] });
    expect(() => code(["old"], { bins: [30] })).to.throw(InputError, /numbers.*"old" on node "n0"/);
  });

  it("accepts many texts, and as many numbers as the card lists", () => {
    const texts = Array.from({ length: 40 }, (_, i) => `town${i}`);
    expect(code(texts).levels).to.have.length(40);
    const levels = Array.from({ length: 40 }, (_, i) => ({ value: String(i), name: String(i) }));
    expect(code(["39"], { levels }).code).to.deep.equal([39]);
  });
});
