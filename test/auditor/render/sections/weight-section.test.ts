import { weightSection, weightSentence } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { countsOf, creditReport, reportOf } from "../../../support/audit-reports.js";
import { tableOf } from "../support/pieces.js";

describe("weightSection", () => {
  it("is absent where rows carry no weights", () => {
    expect(weightSection(creditReport().attributes[0]!)).to.equal(null);
    expect(weightSentence(creditReport().attributes[0]!)).to.equal(null);
  });

  it("says it of rows without labels, which have no cells", () => {
    const predictions = { groups: ["a"], classes: ["n", "y"], predicted: Float64Array.of(2.5, 4), excluded: {} };
    const squares = Float64Array.of(3, 5);
    const { attributes } = reportOf(countsOf(["n", "y"], {}), {
      attributes: [{ name: "g", predictions, squares, usedRows: 5 }],
    });
    expect(attributes[0]!.rows).to.deep.include({ read: 5, used: 5, weight: 6.5 });
    expect(weightSection(attributes[0]!)!.pieces).to.have.length(1);
    expect(JSON.stringify(weightSection(attributes[0]!))).to.include("5 rows weigh 6.5.");
    expect(weightSentence(attributes[0]!)).to.equal("Weighted: sizes and counts of groups are sums of weights.");
  });

  it("shows sums of weights beside effective rows, and the smallest cell", () => {
    const outcomes = countsOf(["n", "y"], {
      a: [
        [10, 10],
        [20, 20],
      ],
      b: [
        [10, 10],
        [30, 30],
      ],
    });
    // Cell (n, a): (10 + 10)² / (25 + 25) = 8; cell (n, b): 400 / 40 = 10; (y, a): 1600 / 80 = 20; (y, b): 3600 / 120 =
    // 30.
    const squares = Float64Array.of(25, 25, 40, 40, 20, 20, 60, 60);
    const report = reportOf(outcomes, { attributes: [{ name: "g", outcomes, squares, usedRows: 44 }] });
    expect(tableOf(weightSection(report.attributes[0]!)!).rows).to.deep.equal([
      ["n", "a", "20", "8"],
      ["n", "b", "20", "10"],
      ["y", "a", "40", "20"],
      ["y", "b", "60", "30"],
    ]);
    expect(weightSentence(report.attributes[0]!)).to.include(
      'smallest cell (label "n", group "a") weighs 20 and is worth 8 rows.',
    );
  });
});
