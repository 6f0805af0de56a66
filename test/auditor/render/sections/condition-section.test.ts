import { conditionSection, conditionSentence } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { countsOf, creditReport, reportOf } from "../../../support/audit-reports.js";
import { tableOf, textsOf } from "../support/pieces.js";

const level = (a: number, b: number) =>
  countsOf(["n", "y"], {
    a: [
      [10, 0],
      [10 - a, a],
    ],
    b: [
      [10, 0],
      [10 - b, b],
    ],
  });
const reportWith = (levels: { readonly level: string; readonly outcomes: ReturnType<typeof countsOf> }[]) => {
  const outcomes = level(8, 6);
  return reportOf(outcomes, { attributes: [{ name: "g", outcomes, condition: { name: "grade", levels } }] });
};

describe("conditionSection", () => {
  it("is absent without a condition", () => {
    expect(conditionSection(creditReport().attributes[0]!, creditReport())).to.equal(null);
    expect(conditionSentence(creditReport().attributes[0]!)).to.equal(null);
  });

  it("has the difference, the rows and the status of every level, and names the largest", () => {
    const report = reportWith([
      { level: "low", outcomes: level(8, 3) },
      { level: "high", outcomes: level(9, 7) },
    ]);
    const section = conditionSection(report.attributes[0]!, report)!;
    expect(tableOf(section).rows).to.deep.equal([
      ["low", "40", "0.500", "estimated", "P(y | y): b 0.300 (3/10), a 0.800 (8/10)"],
      ["high", "40", "0.200", "estimated", "P(y | y): b 0.700 (7/10), a 0.900 (9/10)"],
    ]);
    expect(textsOf(section)[0]).to.match(/within a level of grade is 0\.500, in level "low"\.$/);
    expect(conditionSentence(report.attributes[0]!)).to.equal(
      'Within levels of grade: largest difference 0.500, in level "low".',
    );
  });

  it("keeps what is undefined or partial visible with its reason", () => {
    const alone = countsOf(["n", "y"], {
      a: [
        [1, 0],
        [0, 1],
      ],
      b: [
        [0, 0],
        [0, 0],
      ],
    });
    const partial = reportWith([
      { level: "low", outcomes: level(8, 3) },
      { level: "none", outcomes: alone },
    ]);
    const section = conditionSection(partial.attributes[0]!, partial)!;
    expect(tableOf(section).rows[1]!.slice(2, 4)).to.deep.equal(["undefined", "undefined"]);
    expect(tableOf(section).rows[1]![4]).to.match(/no comparison is possible/);
    expect(textsOf(section)[0]).to.include("left out in 1 of 2 levels");
    const nothing = reportWith([{ level: "none", outcomes: alone }]);
    expect(conditionSentence(nothing.attributes[0]!)).to.match(/^Within levels of grade: undefined, no level/);
  });
});
