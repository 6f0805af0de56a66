import { subject, worstFirst } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { countsOf, creditReport, reportOf } from "../../support/audit-reports.js";

const right = [
  [10, 0],
  [0, 10],
];
const constant = [
  [10, 0],
  [10, 0],
];

describe("subject", () => {
  it("names model, data and split where there are any", () => {
    expect(subject(creditReport())).to.equal("german.onnx on german, split test");
    expect(subject(reportOf(countsOf(["n", "y"], { a: right })))).to.equal("predictions");
  });
});

describe("worstFirst", () => {
  it("puts the largest gap first and undefined ones last", () => {
    const outcomes = (groups: Record<string, number[][]>) => countsOf(["n", "y"], groups);
    const attributes = [
      { name: "alone", outcomes: outcomes({ a: right }) },
      { name: "equal", outcomes: outcomes({ a: right, b: right }) },
      { name: "apart", outcomes: outcomes({ a: right, b: constant }) },
    ];
    const report = reportOf(attributes[0]!.outcomes, { attributes });
    expect(worstFirst(report.attributes).map(({ name }) => name)).to.deep.equal(["apart", "equal", "alone"]);
  });
});
