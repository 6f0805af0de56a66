import { renderHtml } from "@evenodds/auditor/html";
import { renderMarkdown, renderText } from "@evenodds/auditor";
import { arrangeGroups } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { countsOf, creditReport, reportOf } from "../../support/audit-reports.js";

const bands = {
  "30–50": [
    [11, 1],
    [2, 12],
  ],
  "<30": [
    [21, 3],
    [4, 22],
  ],
  "≥50": [
    [31, 5],
    [6, 32],
  ],
};
const report = reportOf(countsOf(["bad", "good"], bands));

describe("arrangeGroups", () => {
  it("puts all that belongs to groups in the order of their bands", () => {
    const [given, shown] = [report.attributes[0]!, arrangeGroups(report).attributes[0]!];
    const order = ["<30", "30–50", "≥50"];
    expect(given.levels.map(({ level }) => level)).to.deep.equal(["30–50", "<30", "≥50"]);
    expect(shown.levels).to.deep.equal([
      { level: "<30", n: 50 },
      { level: "30–50", n: 26 },
      { level: "≥50", n: 74 },
    ]);
    expect(shown.cells.map(({ label, group, n }) => `${label} ${group} ${n}`)).to.deep.equal([
      ...["bad <30 24", "bad 30–50 12", "bad ≥50 36", "good <30 26", "good 30–50 14", "good ≥50 38"],
    ]);
    for (const list of [shown.groups, shown.selectionRates, shown.performance.byGroup]) {
      expect(list.map(({ group }) => group)).to.deep.equal(order);
    }
    const rates = shown.classRates.map((row) => `${row.class} ${row.group}`);
    expect(rates.slice(0, 4)).to.deep.equal(["bad <30", "bad 30–50", "bad ≥50", "good <30"]);
    expect(shown.equalizedOdds).to.deep.equal(given.equalizedOdds);
  });

  it("leaves other reports as they are", () => {
    const other = creditReport();
    expect(arrangeGroups(other)).to.equal(other);
  });

  it("rules the tables of every format", () => {
    for (const text of [renderText(report), renderMarkdown(report), renderHtml(report)]) {
      const table = text
        .slice(Math.max(text.indexOf("Size and accuracy"), text.lastIndexOf("Group ")))
        .replaceAll("&lt;", "<");
      expect(table.indexOf("<30")).to.be.above(0).and.below(table.indexOf("30–50"));
    }
  });
});
