import { renderMarkdown, renderText } from "@evenodds/auditor";
import { renderHtml } from "@evenodds/auditor/html";
import { fitNames, textWidth } from "@evenodds/auditor/internal";
import { expect } from "chai";
import fc from "fast-check";
import { countsOf, reportOf } from "../../support/audit-reports.js";

const shown = (names: readonly string[], width: number) => [...fitNames(names, width).values()];

describe("fitNames", () => {
  it("leaves what fits and cuts the rest in the middle", () => {
    expect(shown(["short", "Department of Health", "Department of Housing"], 12)).to.deep.equal([
      ...["short", "Depart…ealth", "Depart…using"],
    ]);
    expect(shown(["exactly twelve"], 14)).to.deep.equal(["exactly twelve"]);
    expect(shown(["日本語日本語"], 8)).to.deep.equal(["日本…語"]);
    expect(shown([""], 8)).to.deep.equal(["(empty)"]);
  });

  it("cuts elsewhere where the middle makes two names equal", () => {
    const names = ["abcdefgh-x-ijklmnop", "abcdefgh-y-ijklmnop"];
    expect(shown(names, 12)).to.deep.equal(["abcdefgh-x…p", "abcdefgh-y…p"]);
  });

  it("numbers names that no cut tells apart", () => {
    const names = ["x", "y", "z"].map((one) => `${"a".repeat(20)}${one}${"b".repeat(20)}`);
    expect(shown(names, 12)).to.deep.equal(["aaaaaa…bbbbb", "aaaa…bbb (2)", "aaaa…bbb (3)"]);
    expect(shown(["a\u001b", "a\\u{1b}"], 12)).to.deep.equal(["a\\u{1b}", "a\\u{1b} (2)"]);
  });

  it("never shows two names alike nor wider than there is room for", () => {
    const name = fc.oneof(fc.string(), fc.stringMatching(/^[ab…]{0,30}$/), fc.stringMatching(/^a…b{0,3}( \(2\))?$/));
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.integer({ min: 8, max: 24 }), (names, width) => {
        const texts = shown(names, width);
        expect(new Set(texts).size).to.equal(names.length);
        for (const text of texts) expect(textWidth(text)).to.be.at.most(width);
      }),
    );
  });
});

describe("reports with long names", () => {
  const start = "Department of H".padEnd(150, "e");
  const ends = ["alth", "ating", "ritage"];
  const cells = [
    [8, 2],
    [1, 9],
  ];
  const report = reportOf(countsOf(["bad", "good"], Object.fromEntries(ends.map((end) => [start + end, cells]))));

  it("tell groups apart in the tables and charts of every format", () => {
    for (const text of [renderText(report), renderMarkdown(report), renderHtml(report)]) {
      for (const end of ends) expect(text).to.match(new RegExp(`Depart\\w*( \\w+)*…e*${end}\\b`));
    }
    const [chart = ""] = /<svg[^]*?<\/svg>/.exec(
      renderHtml(report).slice(renderHtml(report).indexOf('class="charts"')),
    )!;
    for (const end of ends) expect(chart).to.match(new RegExp(`…e*${end}<`));
  });
});
