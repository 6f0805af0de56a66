import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderHtml } from "@evenodds/auditor/html";
import { htmlPage, htmlTable } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { creditReport, fullReport, wideReport } from "../../support/audit-reports.js";
import { askPage, openPage, requireChromium } from "../../support/chromium.js";

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

  it("prints all rows, also those that a filter hides on the screen, and no field", () => {
    const page = renderHtml(wideReport());
    const body = `for (const field of document.querySelectorAll(".filter input")) {
      field.value = "no such text"; field.dispatchEvent(new Event("input")); }
      const isShown = (one) => one.checkVisibility({ contentVisibilityAuto: true });
      const all = (what) => [...document.querySelectorAll(what)];
      return [all("tbody tr").length, all("tbody tr").filter(isShown).length, all(".filter").filter(isShown).length];`;
    const [rows, printed, fields] = askPage<readonly number[]>(
      chromium,
      page.replace("@media print", "@media all"),
      body,
    );
    expect(rows).to.be.above(50);
    expect([printed, fields]).to.deep.equal([rows, 0]);
  });

  it("runs its own script, and no other", () => {
    const page = renderHtml(fullReport(["women", "men"]));
    expect(openPage(chromium, page)).to.match(/<th[^>]*><button type="button">/);
    const other = page.replace('"use strict";', '"use strict"; ');
    expect(openPage(chromium, other)).not.to.include('<button type="button">');
  });

  it("sorts a table by a click, upwards, downwards and as it was, with what is undefined and the foot last", () => {
    const caption = "Sizes";
    const head = ["group", "n", "p"].map((html) => ({ html }));
    const rows = [
      ["g10", "1,200", "0.5"],
      ["g2", "90", "undefined"],
      ["g1", "−3", "< 0.001"],
      ["G3", "+7", "0.001"],
    ].map((row) => row.map((html) => ({ html })));
    const foot = [["all", "1", "0"].map((html) => ({ html }))];
    const page = htmlPage({ title: "sizes", body: htmlTable({ caption, head, rows, foot }) });
    const found = askPage<readonly string[]>(
      chromium,
      page,
      `const shown = () => [...document.querySelectorAll("tbody th, tfoot th")].map((one) => one.textContent).join(" ");
      const sorts = () => [...document.querySelectorAll("thead th")].map((one) => one.ariaSort ?? "-").join(" ");
      return [...document.querySelectorAll("thead button")].flatMap((one) =>
        [1, 2, 3].map(() => { one.click(); return shown() + ", " + sorts(); }));`,
    );
    expect(found).to.deep.equal([
      "g1 g2 G3 g10 all, ascending - -",
      "g10 G3 g2 g1 all, descending - -",
      "g10 g2 g1 G3 all, - - -",
      "g1 G3 g2 g10 all, - ascending -",
      "g10 g2 G3 g1 all, - descending -",
      "g10 g2 g1 G3 all, - - -",
      "g1 G3 g10 g2 all, - - ascending",
      "g10 G3 g1 g2 all, - - descending",
      "g10 g2 g1 G3 all, - - -",
    ]);
  });

  it("leaves the rows of a long table that hold a text", () => {
    const rows = Array.from({ length: 8 }, (_, i) => [{ html: `group ${i % 4}` }, { html: `${i}` }]);
    const head = [{ html: "group" }, { html: "n" }];
    const table = (count: number) => htmlTable({ caption: "Sizes", head, rows: rows.slice(0, count) });
    const found = askPage<unknown>(
      chromium,
      htmlPage({ title: "sizes", body: table(8) + table(7) }),
      `const [field, ...more] = document.querySelectorAll("input");
      field.value = "GROUP 3";
      field.dispatchEvent(new Event("input"));
      const rows = [...document.querySelector("table").tBodies[0].rows].filter((one) => one.checkVisibility());
      return [more.length, rows.map((one) => one.textContent), document.querySelector("output").textContent];`,
    );
    expect(found).to.deep.equal([0, ["group 33", "group 37"], "2 of 8"]);
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
