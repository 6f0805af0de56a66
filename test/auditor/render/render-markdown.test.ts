import { escapeMarkdown, renderMarkdown } from "@evenodds/auditor";
import { expect } from "chai";
import { countsOf, creditReport, reportOf, wideReport } from "../../support/audit-reports.js";
import { strangeNames } from "../../support/strange-names.js";

/** Splits a line of a table at the pipes that are not escaped. */
const cellsOf = (line: string) => line.split(/(?<!\\)\|/).length;

describe("renderMarkdown", () => {
  it("goes from the verdict over the gap and the groups to the rates and the rows", () => {
    const text = renderMarkdown(creditReport());
    const order = [
      "**VIOLATED.**",
      "\n\nNodes with label",
      "Noise floor",
      "### Groups",
      "### Rates by true label",
      "### Rows",
      "## Notes",
      "## Origin",
    ];
    const places = order.map((part) => text.indexOf(part));
    expect(places).not.to.include(-1);
    expect(places).to.deep.equal([...places].sort((a, b) => a - b));
    expect(text).to.include("| female | 120 | 0.375 (0.294 to 0.464), 45/120 | 0.625 (0.536 to 0.706), 75/120 |");
    expect(text.endsWith("\n")).to.equal(true);
  });

  it("says where a rate is undefined and where a cell is small", () => {
    const text = renderMarkdown(wideReport());
    expect(text).to.match(/\| Oceania \| 0 \| undefined \(n = 0\) \|/);
    expect(text).to.match(/\| Oceania \| 2 \(small\) \|/);
    expect(text).to.match(/## Warnings/);
  });

  it("has whole tables and no markup from names", () => {
    const names = Object.values(strangeNames);
    const outcomes = countsOf(
      ["<b>0</b>", "a|b"],
      Object.fromEntries(
        names.map((name) => [
          name,
          [
            [9, 1],
            [2, 8],
          ],
        ]),
      ),
    );
    const report = reportOf(outcomes, { attributes: [{ name: "x|y\n# z", outcomes }] });
    const text = renderMarkdown(report);
    const lines = text.split("\n");
    for (const [i, line] of lines.entries()) {
      if (line.startsWith("|") && lines[i - 1]?.startsWith("|")) expect(cellsOf(line)).to.equal(cellsOf(lines[i - 1]!));
    }
    expect(text).not.to.match(/[<>]|https:\/\/|www\.|@team|(?<!\\)`/);
    expect(text).to.include("&lt;img src=x onerror=alert(1)&gt;");
    expect(lines.filter((line) => /^#+ /.test(line) && /third|z$/.test(line))).to.deep.equal([
      `## By x\\|y\\u{a}\\# z`.replace("\\u{a}", "\\\\u\\{a\\}"),
    ]);
  });
});

describe("escapeMarkdown", () => {
  it("leaves ordinary text alone", () => {
    expect(escapeMarkdown("0.625 (75 of 120), 18-25: a/b")).to.equal("0.625 (75 of 120), 18-25: a/b");
  });

  it("takes the power from marks, tags, entities, links and mentions", () => {
    expect(escapeMarkdown("education_level")).to.equal("education\\_level");
    expect(escapeMarkdown("&lt;i> @me")).to.equal("&amp;lt;i&gt; &#64;me");
    expect(escapeMarkdown("http://a.b WWW.c.d")).to.equal("http&#58;//a.b WWW&#46;c.d");
    expect(escapeMarkdown("a\\|b")).to.equal("a\\\\\\|b");
  });
});
