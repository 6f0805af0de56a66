import { auditOutcomes, normalQuantile, renderJson, wilsonInterval } from "@evenodds/auditor";
import { cellSize, countAt, effectiveCounts, type OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { reportOf } from "../../support/audit-reports.js";
import { anyOutcomes } from "../../support/outcomes.js";

/** The rates of a cell, read from the counts one by one. */
function ratesByHand(outcomes: OutcomeCounts, at: { g: number; y: number; effective?: OutcomeCounts }) {
  const { g, y, effective = outcomes } = at;
  const n = cellSize(outcomes, g, y);
  return outcomes.classes.map((prediction, p) => {
    const k = countAt(outcomes, g, y, p);
    const rows = { k: countAt(effective, g, y, p), n: cellSize(effective, g, y) };
    const interval = wilsonInterval(rows, normalQuantile(0.975));
    return {
      ...{ prediction, k, rate: n > 0 ? k / n : null },
      ...{ lower: interval?.lower ?? null, upper: interval?.upper ?? null },
    };
  });
}

describe("cells of a report", () => {
  it("have the rates of all predictions, of weighted rows too", () => {
    fc.assert(
      fc.property(anyOutcomes(), fc.boolean(), (outcomes, weighted) => {
        const squares = outcomes.counts.map((count) => count * 1.5);
        const extras = weighted ? { squares, usedRows: 3 } : {};
        const attributes = [{ name: "sex", outcomes, ...extras }];
        const report = auditOutcomes({ attributes, version: "0", settings: { draws: 0 } });
        const effective = weighted ? effectiveCounts({ outcomes, squares }) : outcomes;
        const { cells } = report.attributes[0]!;
        expect(cells.map(({ predictions }) => predictions)).to.deep.equal(
          outcomes.classes.flatMap((_, y) => outcomes.groups.map((_, g) => ratesByHand(outcomes, { g, y, effective }))),
        );
      }),
    );
  });

  it("stay as they were when the caller counts something else in the same table", () => {
    const counts = Float64Array.from([5, 6, 7, 8, 9, 10, 11, 12]);
    const report = reportOf({ groups: ["a", "b"], classes: ["0", "1"], counts, excluded: {} });
    const before = renderJson(report);
    counts.fill(1);
    expect(renderJson(report)).to.equal(before);
    expect(structuredClone(report)).to.deep.equal(report);
  });
});
