import { displayText, jsonText } from "@evenodds/auditor";
import { fitWidth, textWidth } from "@evenodds/auditor/internal";
import { expect } from "chai";

describe("displayText", () => {
  it("leaves letters of every script and markup as they are", () => {
    for (const text of ["female", "שלום", "日本", "a|b <i>"]) expect(displayText(text)).to.equal(text);
  });

  it("shows control characters and invisible ones that reorder or hide", () => {
    expect(displayText("a\nb")).to.equal("a\\u{a}b");
    expect(displayText("\u001b[31mred")).to.equal("\\u{1b}[31mred");
    expect(displayText("abc\u202Etxt")).to.equal("abc\\u{202e}txt");
    expect(displayText("x\u2028y\u200by")).to.equal("x\\u{2028}y\\u{200b}y");
    expect(displayText("\ud800")).to.equal("\\u{d800}");
    expect(displayText("a\ufffe\uffff\ufdd0\u{1fffe}b\ufffd")).to.equal(
      "a\\u{fffe}\\u{ffff}\\u{fdd0}\\u{1fffe}b\ufffd",
    );
  });

  it("cuts what is too long and names what is empty", () => {
    expect(displayText("abcdef", 4)).to.equal("abc…");
    expect(displayText("abcd", 4)).to.equal("abcd");
    expect(displayText(" ")).to.equal("(empty)");
  });

  it("changes nothing when done twice", () => {
    const once = displayText("a\n\u001b\u202e");
    expect(displayText(once)).to.equal(once);
  });
});

describe("textWidth", () => {
  it("counts columns of a terminal", () => {
    expect(textWidth("abc")).to.equal(3);
    expect(textWidth("日本")).to.equal(4);
    expect(textWidth("e\u0301")).to.equal(1);
    expect(fitWidth("日本語", 5)).to.equal("日本…");
    expect(fitWidth("日本語", 6)).to.equal("日本語");
  });
});

describe("jsonText", () => {
  it("holds no character that a terminal obeys, and reads back as the same value", () => {
    const value = { "\u009b1A": ["\u202e", "\u007f", "\u001b", "a\nb", "\u2028", "\u{e0001}", "é 日 🙂"], n: 1 };
    const text = jsonText(value);
    expect(text.replaceAll("\n", "")).not.to.match(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(text)).to.deep.equal(value);
    expect(text).to.contain("é 日 🙂").and.contain('"\\u009b1A"');
    expect(jsonText({ a: [1, "b"] })).to.equal(`${JSON.stringify({ a: [1, "b"] }, null, 2)}\n`);
  });
});
