import { renderText } from "@evenodds/auditor";
import { referenceSection } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { countsOf, creditReport, reportOf, wideReport } from "../../../support/audit-reports.js";
import { tableOf, textsOf } from "../support/pieces.js";

describe("referenceSection", () => {
  it("is absent where no group was chosen", () => {
    const report = creditReport();
    expect(referenceSection(report.attributes[0]!, report)).to.equal(null);
  });

  it("shows every rate beside that of the reference group, with signs, intervals and counts", () => {
    const report = creditReport({ references: ["male"] });
    const section = referenceSection(report.attributes[0]!, report)!;
    expect(section.title).to.deep.equal(["Beside ", { name: "male" }, ", the reference group"]);
    const text = (cell: unknown) => (typeof cell === "string" ? cell : (cell as { value: string }).value);
    expect(tableOf(section).rows.map((row) => row.map(text))).to.deep.equal([
      ["female", "P(bad | bad)", "+0.100 (−0.054 to +0.241)", "1.167 (0.916 to 1.465)", "42/60", "60/100"],
      ["female", "P(good | bad)", "−0.100 (−0.241 to +0.054)", "0.750 (0.470 to 1.160)", "18/60", "40/100"],
      ["female", "P(bad | good)", "+0.175 (+0.077 to +0.275)", "1.875 (1.328 to 2.631)", "45/120", "48/240"],
      ["female", "P(good | good)", "−0.175 (−0.275 to −0.077)", "0.781 (0.663 to 0.900)", "75/120", "192/240"],
    ]);
    expect(textsOf(section)[0]).to.match(/95 % interval of its own/);
  });

  it("says what has no rows, marks what is small, and says where a ratio has no bound", () => {
    const outcomes = countsOf(["no", "yes"], { a: [[6, 4], [0, 0]], b: [[9, 0], [3, 3]] }); // prettier-ignore
    const report = reportOf(outcomes, { references: ["b"], settings: { minimumSupport: 10 } });
    const { rows } = tableOf(referenceSection(report.attributes[0]!, report)!);
    expect(rows[1]![3]).to.deep.equal({ value: "undefined (rate 0; 1.167 or more)", isSmall: true });
    expect(rows[2]![2]).to.deep.equal({ value: "undefined", detail: "n = 0" });
  });

  it("stands in the terminal before other tables, and shows the groups of many classes that matter", () => {
    expect(renderText(creditReport({ references: ["male"] }))).to.match(
      /female {2}P\(good \| good\) {2}−0\.175 \(−0\.275 to −0\.077\)/,
    );
    const report = wideReport({ references: ["Europe"] });
    const section = referenceSection(report.attributes[0]!, report)!;
    expect(textsOf(section).join(" ")).not.to.match(/some are shown/);
    expect(renderText(report)).to.match(/not shown: \d+ more rates/);
  });
});
