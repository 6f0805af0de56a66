import { auditRegression, renderMarkdown, renderText } from "@evenodds/auditor";
import { renderHtml } from "@evenodds/auditor/html";
import { countScores } from "@evenodds/core";
import { expect } from "chai";
import { countsOf, reportOf } from "../../support/audit-reports.js";

const mark = "(small)";
const meaning = "(small): fewer than 3 rows, shown but not compared";
const settings = { minimumSupport: 3, draws: 20 };

/** Group b has two rows of label y, and their scores; group a has enough of all. */
function classified() {
  const a = [
    [4, 1],
    [1, 4],
  ];
  const b = [
    [4, 1],
    [1, 1],
  ];
  const outcomes = countsOf(["n", "y"], { a, b });
  const rows = [
    { group: 0, label: [0, 0, 0, 0, 0, 1, 1, 1, 1, 1] },
    { group: 1, label: [0, 0, 0, 0, 0, 1, 1] },
  ].flatMap(({ group, label }) => label.map((y, i) => ({ group, label: y, score: (i + 1) / 11 })));
  const scores = countScores({
    group: Int32Array.from(rows, ({ group }) => group),
    label: Int32Array.from(rows, ({ label }) => label),
    score: Float64Array.from(rows, ({ score }) => score),
    groups: ["a", "b"],
    classes: ["n", "y"],
  });
  return reportOf(outcomes, { attributes: [{ name: "g", outcomes, scores }], settings });
}

/** Group b has two rows, in one bin. */
function regressed() {
  const row = {
    name: "g",
    groups: ["a", "b"],
    group: Int32Array.of(0, 0, 0, 1, 1),
    label: Float64Array.of(1, 2, 3, 1, 2),
    prediction: Float64Array.of(1, 2, 3, 2, 2),
  };
  return auditRegression({ attributes: [row], version: "1", labelBins: { edges: [0, 9] }, settings });
}

const cellsOf = (html: string) =>
  [...html.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, cell]) => cell!.replace(/<[^>]*>/g, " "));

describe("the mark of small cells", () => {
  const [report, regression] = [classified(), regressed()];
  const formats = {
    text: [renderText(report), renderText(regression)],
    Markdown: [renderMarkdown(report), renderMarkdown(regression)],
    HTML: [renderHtml(report), renderHtml(regression)],
  };

  for (const [format, pages] of Object.entries(formats)) {
    it(`is one word in ${format}, of classifiers and regressions, with what it means`, () => {
      for (const page of pages) {
        expect(page).to.include(meaning);
        expect(page.split(mark).length, page).to.be.greaterThan(2);
        expect(page).not.to.match(/\d \\?\*|\d,? small\b/);
      }
    });
  }

  it("follows the size or the counts that it is about", () => {
    expect(renderText(report)).to.match(/^ {2}b .* 1\/2 \(small\)$/m);
    expect(renderText(regression)).to.match(/ b +2 \(small\) /);
    for (const cell of [
      "| b | 2 (small) | 0.500 (0.095 to 0.905), 1/2 |",
      "0.500, 1/2 (small) |",
      ", n = 2 (small) |",
    ]) {
      expect(renderMarkdown(report)).to.include(cell);
    }
    expect(renderMarkdown(regression)).to.include("| b | 2 (small) |");
    const cells = cellsOf(renderHtml(report)).filter((cell) => cell.includes(mark));
    expect(cells).to.include("2 (small)");
    for (const cell of cells) expect(cell.trim()).to.match(/(^2|1\/2|n = 2|[01]\/[1-9]) \(small\)$/);
    expect(cellsOf(renderHtml(regression))).to.include("2 (small)");
  });

  it("stands beside the dot of a chart", () => {
    expect(renderHtml(report)).to.match(/<text[^>]*>n = 2 \(small\)<\/text>/);
  });
});
