import { renderMarkdown, renderText } from "@evenodds/auditor";
import { renderHtml } from "@evenodds/auditor/html";
import { formatAmount } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { regressionReport } from "../../support/audit-reports.js";
import { withoutOwnScript } from "../../support/without-own-script.js";

const name = "<b>sex</b>|*_\u202e";

const report = (limit: number | null, minimumSupport = 1) =>
  regressionReport({ limit, minimumSupport, attribute: name });

const renderers = {
  text: renderText,
  Markdown: renderMarkdown,
  HTML: renderHtml,
};

describe("reports on a regression", () => {
  for (const [format, render] of Object.entries(renderers)) {
    it(`say verdict, gap, noise floor and rows in ${format}`, () => {
      const violated = render(report(1));
      for (const word of [
        "VIOLATED",
        "1.500 is above the limit 1",
        "p.csv",
        "a gap of 1.5",
        "8 rows read = 8 used",
        "1.2.3",
      ]) {
        expect(violated).to.include(word);
      }
      expect(violated.toLowerCase()).to.include("noise floor");
      expect(render(report(null)))
        .to.include("NO GATE")
        .and.include("No gate configured");
      const open = render(report(5, 3));
      expect(open).to.include("INCONCLUSIVE").and.include("This is not a pass").and.include("small");
      expect(open).to.not.match(/NaN|Infinity|null/);
    });
  }

  it("escape names from the input", () => {
    expect(withoutOwnScript(renderHtml(report(1)))).to.not.match(/<script|<b>sex/);
    expect(renderHtml(report(1))).to.include("A&lt;script&gt;");
    expect(renderMarkdown(report(1))).to.include("&lt;b&gt;sex&lt;/b&gt;\\|\\*\\_\\\\u\\{202e\\}");
    expect(renderText(report(1))).to.not.include("\u202e");
  });

  it("keep to the width of a terminal, and colour the verdict", () => {
    const mark = (text: string) => `[${text}]`;
    const palette = {
      strong: mark,
      muted: (text: string) => text,
      good: mark,
      bad: (text: string) => `!${text}!`,
      unsure: mark,
    };
    const lines = renderText(report(1), { width: 60 }).split("\n");
    for (const line of lines) expect([...line].length, line).to.be.at.most(60);
    expect(renderText(report(1), { palette })).to.match(/^\[!VIOLATED!\]/);
  });

  it("shows amounts with four digits, and all before the point", () => {
    const shown = [0, 1.23456, 0.000123456, 123456.7, -2500, 1e-9].map(formatAmount);
    expect(shown).to.deep.equal(["0", "1.235", "0.0001235", "123457", "-2500", "1e-9"]);
  });
});
