import { fixedSize, leastSize, makeSymbols, productOf, sumOf } from "@evenodds/exporter/internal";
import { expect } from "chai";

describe("sumOf", () => {
  it("adds fixed sizes and keeps symbols, in whatever order", () => {
    expect(sumOf(["2", "3"])).to.equal("5");
    expect(sumOf(["#1", "2", "#0", "3"])).to.equal("#0+#1+5");
    expect(sumOf(["#0+5", "#1"])).to.equal("#0+#1+5");
    expect(sumOf(["#0", "0"])).to.equal("#0");
    expect(sumOf(["#0", "#0"])).to.equal("#0+#0");
    expect(sumOf(["0", "0"])).to.equal("0");
  });
});

describe("productOf", () => {
  it("multiplies fixed sizes, and knows 0 and 1 times a symbol only", () => {
    expect(productOf(["2", "3"])).to.equal("6");
    expect(productOf(["1", "#0"])).to.equal("#0");
    expect(productOf(["0", "#0"])).to.equal("0");
    expect(productOf(["2", "#0"])).to.equal(undefined);
    expect(productOf(["#0", "#1"])).to.equal(undefined);
  });
});

describe("fixedSize", () => {
  it("is a number for digits alone", () => {
    expect(["7", "-1", "#0", "#0+1"].map(fixedSize)).to.deep.equal([7, -1, undefined, undefined]);
    expect(fixedSize(undefined)).to.equal(undefined);
  });
});

describe("makeSymbols", () => {
  it("gives the same symbol for the same meaning", () => {
    const symbols = makeSymbols();
    expect(symbols("N")).to.equal(symbols("N")).and.not.to.equal(symbols("E"));
  });
});

describe("leastSize", () => {
  it("is what a size is when all of its symbols are 0", () => {
    expect(["7", "#0", "#0+#1+3"].map(leastSize)).to.deep.equal([7, 0, 3]);
  });
});
