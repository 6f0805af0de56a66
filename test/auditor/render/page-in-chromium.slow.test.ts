import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderHtml } from "@evenodds/auditor/html";
import { expect } from "chai";
import { creditReport, fullReport } from "../../support/audit-reports.js";
import { askPage, requireChromium } from "../../support/chromium.js";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const openDetails = 'document.querySelectorAll("details").forEach((one) => { one.open = true; });';

describe("the HTML report in Chromium", function () {
  this.timeout(120_000);
  let chromium: string;

  before(function () {
    chromium = requireChromium(this);
  });

  it("has nothing that axe finds serious or moderate, in light and dark", () => {
    const page = renderHtml(fullReport(["women", "men"]));
    for (const shown of [page, page.replace("@media (prefers-color-scheme: dark)", "@media all")]) {
      const found = askPage<{ readonly rules: number; readonly problems: readonly string[] }>(
        chromium,
        shown,
        `${openDetails} ${axe};
        const { violations, passes } = await axe.run(document);
        const told = ({ impact, id, nodes }) => [impact, id, nodes[0].html].join(" ");
        return { rules: passes.length, problems: violations.filter(({ impact }) => impact !== "minor").map(told) };`,
      );
      expect(found.problems).to.deep.equal([]);
      expect(found.rules).to.be.above(15);
    }
  });

  it("prints the tables of closed details", () => {
    const page = renderHtml(fullReport(["women", "men"]));
    const body = `return [...document.querySelectorAll("details table")].map((one) => one.checkVisibility(
      { contentVisibilityAuto: true }) && one.getBoundingClientRect().height > 20);`;
    const onScreen = askPage<readonly boolean[]>(chromium, page, body);
    const onPaper = askPage<readonly boolean[]>(chromium, page.replace("@media print", "@media all"), body);
    expect(onScreen).to.include(false).and.not.include(true);
    expect(onPaper).to.have.length(onScreen.length).and.not.include(false);
  });

  it("keeps the words of verdicts in one column", () => {
    const report = creditReport();
    const [gate] = report.rules;
    const rules = (["pass", "violated", "inconclusive"] as const).map((verdict) => ({ ...gate!, verdict }));
    const places = askPage<readonly number[]>(
      chromium,
      renderHtml({ ...report, rules }),
      `return [...document.querySelectorAll(".verdict li")].map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one.lastChild);
        return Math.round(range.getBoundingClientRect().left);
      });`,
    );
    expect(places).to.have.length(3);
    expect(new Set(places).size).to.equal(1);
  });
});
