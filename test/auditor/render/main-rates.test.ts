import { mainRates } from "@evenodds/auditor/internal";
import { expect } from "chai";
import { countsOf, creditReport, reportOf } from "../../support/audit-reports.js";

describe("mainRates", () => {
  it("has the right prediction of every label, with the two groups that make the gap", () => {
    const report = creditReport();
    const [bad, good] = mainRates(report.attributes[0]!, report.classes);
    expect(bad!.groups.map(({ cell, rate, extreme }) => [cell.group, rate.k, cell.n, extreme])).to.deep.equal([
      ["female", 42, 60, null],
      ["male", 60, 100, null],
    ]);
    expect(good!.groups.map(({ cell, rate, extreme }) => [cell.group, rate.k, cell.n, extreme])).to.deep.equal([
      ["female", 75, 120, "lowest"],
      ["male", 192, 240, "highest"],
    ]);
  });

  it("adds the wrong prediction that makes the gap", () => {
    // Nodes of label a: group g is taken for b in 9 of 10 cases, group h for c. Both are right in 1 of 10.
    const classes = ["a", "b", "c"];
    const rest = [
      [0, 10, 0],
      [0, 0, 10],
    ];
    const outcomes = countsOf(classes, { g: [[1, 9, 0], ...rest], h: [[1, 0, 9], ...rest] });
    const rates = mainRates(reportOf(outcomes).attributes[0]!, classes);
    expect(rates.map(({ label, prediction }) => label + prediction)).to.deep.equal(["aa", "ab", "bb", "cc"]);
    expect(rates[1]!.groups.map(({ rate, extreme }) => [rate.k, extreme])).to.deep.equal([
      [9, "highest"],
      [0, "lowest"],
    ]);
    expect(rates[0]!.groups.map(({ extreme }) => extreme)).to.deep.equal([null, null]);
  });
});
