import { canonicalLevel, looseSpelling, mixedBooleans, nearSpellings } from "@evenodds/core";
import { codeShift, numberedNames } from "@evenodds/core/internal";
import { expect } from "chai";
import fc from "fast-check";

describe("looseSpelling", () => {
  for (const [a, b] of [
    ["Yes", "yes"],
    ["POS", "pos"],
    ["New York", "new  york"],
    ["non-recid", "non_recid"],
    ["Zürich", "Zurich"],
    ["Straße", "STRASSE"],
    ["ｙｅｓ", "yes"],
    ["yes\u200b", "yes"],
    ["'yes'", "yes"],
    [">50K.", ">50K"],
    ["1.50", "1.5"],
    ["01", "1"],
    ["1e0", "1"],
  ] as const) {
    it(`is one for ${a} and ${b}`, () => expect(looseSpelling(a)).to.equal(looseSpelling(b)));
  }

  for (const [a, b] of [
    ["-1", "1"],
    ["<30", "30"],
    ["<30", ">=30"],
    ["male", "female"],
    ["कि", "का"],
    ["12345678901234567", "12345678901234568"],
    ["1", "1.5"],
    ["", "-"],
  ] as const) {
    it(`is not one for ${a} and ${b}`, () => expect(looseSpelling(a)).to.not.equal(looseSpelling(b)));
  }

  it("is one for whatever has one canonical spelling", () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^\s?[+-]?\d{1,20}\.?0{0,2}\s?$/),
      fc.constantFrom("True", "TRUE"),
    );
    fc.assert(fc.property(text, (given) => looseSpelling(canonicalLevel(given)) === looseSpelling(given)));
  });
});

describe("nearSpellings", () => {
  it("pairs each level with the first of its kind", () => {
    expect(nearSpellings(["no", "Yes", "yes", "YES", "NO"])).to.deep.equal([
      ["Yes", "yes"],
      ["Yes", "YES"],
      ["no", "NO"],
    ]);
    expect(nearSpellings(["0", "1", "2", "-1", "1.5"])).to.deep.equal([]);
  });
});

describe("mixedBooleans", () => {
  it("finds two words for one answer where all levels are such words", () => {
    expect(mixedBooleans(["0", "1", "true"])).to.deep.equal(["1", "true"]);
    expect(mixedBooleans(["no", "yes", "N", "Y"])).to.deep.equal(["no", "N"]);
    expect(mixedBooleans(["t", "true", "false"])).to.deep.equal(["t", "true"]);
  });

  it("leaves two classes, letters and other words alone", () => {
    for (const levels of [
      ["0", "1"],
      ["yes", "no"],
      [..."afnty"],
      ["yes", "no", "unknown"],
      ["0", "1", "2"],
      ["1", "no"],
    ]) {
      expect(mixedBooleans(levels), levels.join()).to.equal(null);
    }
  });
});

describe("codeShift", () => {
  it("finds codes that count from another number", () => {
    expect(codeShift(["0", "1", "2"], ["1", "2", "3"])).to.equal(1);
    expect(codeShift(["1", "2"], ["0", "1"])).to.equal(-1);
    expect(codeShift(["0", "1", "2"], ["1", "3"])).to.equal(1);
  });

  it("leaves codes alone that agree, or that another rule explains", () => {
    expect(codeShift(["0", "1", "2"], ["1", "2"])).to.equal(null);
    expect(codeShift(["0", "1"], ["0", "1", "2"])).to.equal(null);
    expect(codeShift(["0"], ["1"])).to.equal(null);
    expect(codeShift(["0", "5"], ["0", "9"])).to.equal(null);
    expect(codeShift(["a", "b"], ["b", "c"])).to.equal(null);
  });
});

describe("numberedNames", () => {
  it("finds a number beside a name with the same number", () => {
    expect(numberedNames(["0", "1"], ["class_0", "1"])).to.deep.equal(["0", "class_0"]);
    expect(numberedNames(["Class 2", "3"], ["02", "3"])).to.deep.equal(["Class 2", "02"]);
    expect(numberedNames(["0", "1"], ["0", "1", "class_1"])).to.deep.equal(["class_1", "1"]);
  });

  it("leaves other names alone", () => {
    expect(numberedNames(["a1", "2"], ["b1", "2"])).to.equal(null);
    expect(numberedNames(["1", "class_1"], ["1", "class_1"])).to.equal(null);
  });
});
