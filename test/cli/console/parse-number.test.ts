import {
  parseCount,
  parseFraction,
  parseNames,
  parseNumber,
  parsePositiveCount,
  parseShare,
} from "@evenodds/cli/internal";
import { expect } from "chai";
import { InvalidArgumentError } from "commander";

function expectRefused(parse: (text: string) => unknown, texts: readonly string[]): void {
  for (const text of texts) expect(() => parse(text), JSON.stringify(text)).to.throw(InvalidArgumentError, /^It must/);
}

describe("parseNumber", () => {
  it("reads decimal numbers", () => {
    expect(["0", "-1.5", "1e-3", " 7 "].map(parseNumber)).to.deep.equal([0, -1.5, 0.001, 7]);
  });

  it("refuses everything else", () => expectRefused(parseNumber, ["", " ", "a", "1,5", "1%", "NaN", "Infinity"]));
});

describe("parseFraction", () => {
  it("takes both ends", () => expect(["0", "0.25", "1"].map(parseFraction)).to.deep.equal([0, 0.25, 1]));
  it("refuses numbers outside", () => expectRefused(parseFraction, ["-0.1", "1.1", "200", "x"]));
  it("translates what looks like percent", () => {
    expect(() => parseFraction("25")).to.throw(/Write 0\.25 for 25 %\./);
    expect(() => parseFraction("200")).not.to.throw(/Write/);
  });
});

describe("parseShare", () => {
  it("leaves out both ends", () => {
    expect(parseShare("0.25")).to.equal(0.25);
    expectRefused(parseShare, ["0", "1", "-1", "x"]);
  });
});

describe("parseCount and parsePositiveCount", () => {
  it("read whole numbers from 0 and from 1", () => {
    expect([parseCount("0"), parseCount("12"), parsePositiveCount("1")]).to.deep.equal([0, 12, 1]);
    expectRefused(parseCount, ["-1", "1.5", "9007199254740993", "x"]);
    expectRefused(parsePositiveCount, ["0", "-1", "0.5"]);
  });
});

describe("parseNames", () => {
  it("cuts at commas and drops blanks", () => {
    expect(parseNames("age")).to.deep.equal(["age"]);
    expect(parseNames(" age , sex,")).to.deep.equal(["age", "sex"]);
    expectRefused(parseNames, ["", " ", ","]);
  });
});
