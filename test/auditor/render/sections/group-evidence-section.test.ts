import { renderMarkdown, renderText, type GroupEvidence } from "@evenodds/auditor";
import { renderHtml } from "@evenodds/auditor/html";
import { byEvidence, groupEvidenceTable } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { creditReport, reportOf } from "../../../support/audit-reports.js";

const evidence = (group: string, values: Partial<GroupEvidence>): GroupEvidence => ({
  ...{ group, n: 10, common: null, z: null, commonPValue: null, cell: null, cellPValue: null, pValue: null },
  ...values,
});
const common = (difference: number) => ({ difference, lower: difference - 0.1, upper: difference + 0.1 });

describe("byEvidence", () => {
  it("puts small p-values first, then groups that are further from the rest, then the worse one", () => {
    const groups = [
      evidence("untested", { common: common(0.3) }),
      evidence("empty", { n: 0 }),
      evidence("chance", { pValue: 0.6, z: 1 }),
      evidence("better", { pValue: 0.01, z: 3, common: common(0.2) }),
      evidence("worse", { pValue: 0.01, z: -3.0000000001, common: common(-0.2) }),
      evidence("far", { pValue: 0.01, z: 4, common: common(0.1) }),
    ];
    expect(byEvidence(groups).map(({ group }) => group)).to.deep.equal([
      ...["far", "worse", "better", "chance", "untested", "empty"],
    ]);
  });
});

describe("groupEvidenceTable", () => {
  it("has every group with its common difference, furthest rate and p-value", () => {
    const report = creditReport();
    const { rows, mostRows } = groupEvidenceTable(report.attributes[0]!)!;
    expect(mostRows).to.equal(10);
    expect(rows[0]!.slice(0, 4)).to.deep.equal([
      ...["female", "180", "−0.087 (−0.172 to −0.003)", "P(good | good) 0.625 against 0.800"],
    ]);
    expect(rows[1]!.slice(0, 3)).to.deep.equal(["male", "340", "+0.087 (+0.003 to +0.172)"]);
    expect(groupEvidenceTable(report.attributes[0]!, 4)!.mostRows).to.equal(3);
  });
});

describe("groups by evidence", () => {
  /** 12 groups of 3 classes; group g5 has 70 % right in each, all others 85 %. */
  const names = Array.from({ length: 12 }, (_, g) => `g${g}`);
  const classes = ["x", "y", "z"];
  const counts = names.flatMap((name) =>
    classes.flatMap((_, y) => classes.map((_, p) => (name === "g5" ? (p === y ? 140 : 30) : p === y ? 170 : 15))),
  );
  const report = reportOf({ groups: names, classes, counts: Float64Array.from(counts), excluded: {} });

  it("name the group that is worse everywhere in the first lines of the terminal, and ten groups at most", () => {
    const lines = renderText(report).split("\n");
    expect(lines.slice(0, 3).join(" ")).to.include('Group "g5"');
    const head = lines.findIndex((line) => line.includes("Right, beside the rest"));
    expect(lines[head + 1]).to.match(/^ {2}g5 .*−0\.150 .* 0\.010 *$/);
    expect(lines.slice(head).join(" ")).to.match(/not shown: 2 more groups/);
  });

  it("stand before rates and charts on pages, with a pointer to the rest", () => {
    const html = renderHtml(report);
    expect(html.indexOf("Groups by evidence")).to.be.within(1, html.indexOf("<svg"));
    const markdown = renderMarkdown(report);
    expect(markdown.indexOf("Groups by evidence")).to.be.within(1, markdown.indexOf("Rates by true label"));
    expect(markdown).to.include("2 more groups are in the report as JSON.");
  });
});
