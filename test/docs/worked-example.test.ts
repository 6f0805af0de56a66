import {
  accuracy,
  balancedAccuracy,
  demographicParityDifference,
  diagonalRecallGap,
  equalizedOddsDifference,
  equalizedOddsMeanDifference,
  equalizedOddsRatio,
  equalizedOddsToOverallDifference,
  equalOpportunityDifference,
  f1Scores,
  fairgnnEqualOpportunityDifference,
  predictionCounts,
  type OutcomeCounts,
} from "@evenodds/core";
import { expect } from "chai";
import { readPage, section, tableRows } from "./support/pages.js";

describe("the example of docs/metrics.md", () => {
  const rows = tableRows(section(readPage("docs/metrics.md"), "The example"));
  const outcomes = readCounts(rows.filter((row) => row.length === 5).slice(1));
  const stated = new Map(rows.filter((row) => row.length === 3).map(([, name, value]) => [name, value]));
  const { macro, weighted } = f1Scores(outcomes);
  const computed: Readonly<Record<string, number | null>> = {
    equalizedOddsDifference: equalizedOddsDifference(outcomes).value,
    equalizedOddsMeanDifference: equalizedOddsMeanDifference(outcomes).value,
    equalizedOddsRatio: equalizedOddsRatio(outcomes).value,
    equalOpportunityDifference: equalOpportunityDifference(outcomes, { positiveClass: "1" }).value,
    equalizedOddsToOverallDifference: equalizedOddsToOverallDifference(outcomes).value,
    fairgnnEqualOpportunityDifference: fairgnnEqualOpportunityDifference(outcomes).value,
    diagonalRecallGap: diagonalRecallGap(outcomes).value,
    demographicParityDifference: demographicParityDifference(predictionCounts(outcomes)).value,
    accuracy: accuracy(outcomes),
    balancedAccuracy: balancedAccuracy(outcomes),
    macro,
    weighted,
  };

  it("has 100 nodes", () => {
    expect(outcomes.counts.reduce((sum, count) => sum + count, 0)).to.equal(100);
  });

  for (const [name, value] of Object.entries(computed)) {
    it(`states ${name} as it is computed`, () => {
      expect(Number(stated.get(`\`${name}\``))).to.be.closeTo(value!, 5e-5);
    });
  }
});

/** Rows of true label, group, n and one count per prediction. */
function readCounts(rows: readonly (readonly string[])[]): OutcomeCounts {
  const [groups, classes] = [
    ["A", "B"],
    ["0", "1"],
  ];
  const counts = new Float64Array(8);
  for (const [label, group, n, zero, one] of rows) {
    const at = (groups.indexOf(group!) * 2 + classes.indexOf(label!)) * 2;
    counts.set([Number(zero), Number(one)], at);
    expect(Number(zero) + Number(one)).to.equal(Number(n));
  }
  return { groups, classes, counts, excluded: {} };
}
