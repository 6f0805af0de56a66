import {
  countOf,
  formatCount,
  formatGap,
  formatLevel,
  formatPValue,
  formatRate,
  formatScore,
  plainPValue,
} from "@evenodds/auditor/internal";
import { expect } from "chai";

describe("countOf", () => {
  it("names one of a thing, and any other number of them in the plural", () => {
    expect([0, 1, 2, 1200].map((count) => countOf(count, "gate"))).to.deep.equal([
      "0 gates",
      "1 gate",
      "2 gates",
      "1,200 gates",
    ]);
  });
});

describe("formats of numbers", () => {
  it("has three decimals for rates and the word undefined for none", () => {
    expect(formatRate(0.62449)).to.equal("0.624");
    expect(formatRate(0)).to.equal("0.000");
    expect(formatRate(null)).to.equal("undefined");
  });

  it("shows on which side of a limit a gap is", () => {
    expect(formatGap(0.1004, 0.1)).to.equal("0.1004");
    expect(formatGap(0.0996, 0.1)).to.equal("0.0996");
    expect(formatGap(0.1, 0.1)).to.equal("0.100");
    expect(formatGap(0.1004)).to.equal("0.100");
    expect(formatGap(null, 0.1)).to.equal("undefined");
  });

  it("separates thousands and keeps weights", () => {
    expect(formatCount(1_234_567)).to.equal("1,234,567");
    expect(formatCount(2.5)).to.equal("2.5");
  });

  it("never shows a p-value of zero, and levels without rounding noise", () => {
    expect(formatPValue(0.0005)).to.equal("< 0.001");
    expect(formatPValue(0.0234)).to.equal("= 0.023");
    expect(formatLevel(0.05)).to.equal("95 %");
    expect(formatLevel(0.001)).to.equal("99.9 %");
  });

  it("has p-values without a sign of equality for tables", () => {
    expect(plainPValue(0.0234)).to.equal("0.023");
    expect(plainPValue(0.0005)).to.equal("< 0.001");
    expect(plainPValue(null)).to.equal("undefined");
  });

  it("keeps six digits of a score of any size", () => {
    expect(formatScore(0.1 + 0.2)).to.equal("0.3");
    expect(formatScore(-1234567)).to.equal("-1234570");
    expect(formatScore(1.5e-7)).to.equal("1.5e-7");
  });
});
