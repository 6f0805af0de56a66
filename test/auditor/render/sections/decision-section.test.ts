import { decisionSection, otherRuleSentence } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { countsOf, creditReport, reportOf } from "../../../support/audit-reports.js";
import { textsOf, tableOf } from "../support/pieces.js";

const equal = [
  [30, 10],
  [10, 30],
];

describe("decisionSection", () => {
  it("is absent without a gate", () => {
    expect(decisionSection(creditReport({ settings: { maxGap: null } }))).to.equal(null);
  });

  it("shows what both rules say, and how much more data the evidence rule needs", () => {
    const section = decisionSection(creditReport())!;
    const [row] = tableOf(section).rows;
    expect(row!.slice(0, 3)).to.deep.equal([
      { value: "equalized odds difference of gender", detail: "at most 0.1, by the point rule" },
      { value: "violated", detail: "0.175 is above the limit 0.1" },
      {
        value: "inconclusive",
        detail: "the largest difference may lie anywhere from 0.063 to 0.289, and the limit 0.1 is among them",
      },
    ]);
    expect(row).to.have.length(4);
    expect(textsOf(section).at(-1)).to.match(/^With these rates, .* \(now 60\), to say violated\.$/);
  });

  it("adds p-values adjusted for all gates where there are several", () => {
    const outcomes = countsOf(["n", "y"], { a: equal, b: equal });
    const attributes = ["first", "second"].map((name) => ({ name, outcomes }));
    const table = tableOf(decisionSection(reportOf(outcomes, { attributes, settings: { maxGap: 0.2 } }))!);
    expect(table.columns.at(-1)!.title).to.equal("adjusted p");
    expect(table.rows.map((row) => row.length)).to.deep.equal([5, 5]);
  });

  it("leaves p undefined where nothing can be compared", () => {
    const table = tableOf(
      decisionSection(reportOf(countsOf(["n", "y"], { a: equal }), { settings: { maxGap: 0.2 } }))!,
    );
    expect(table.rows[0]!.at(-1)).to.equal("undefined");
  });
});

describe("otherRuleSentence", () => {
  it("tells the rule that does not decide", () => {
    const point = creditReport();
    expect(otherRuleSentence(point.rules[0]!)).to.match(/^Evidence rule: inconclusive, .* is among them\.$/);
    const evidence = creditReport({ settings: { maxGap: 0.1, rule: "evidence" } });
    expect(otherRuleSentence(evidence.rules[0]!)).to.equal("Point rule: violated, 0.175 is above the limit 0.1.");
  });

  it("is absent where there is no gap to judge", () => {
    const report = reportOf(countsOf(["n", "y"], { a: equal }), { settings: { maxGap: 0.2 } });
    expect(otherRuleSentence(report.rules[0]!)).to.equal(null);
  });
});
