import { auditOutcomes, koopmanInterval, newcombeInterval, normalQuantile, renderJson } from "@evenodds/auditor";
import { countWeighted, predictionCounts } from "@evenodds/core";
import { expect } from "chai";
import { countsOf, creditReport, reportOf } from "../../support/audit-reports.js";

const z = normalQuantile(0.975);

/** Women with good credit are recognised in 75 of 120 cases, men in 192 of 240. */
const credit = () => creditReport({ references: ["male"] }).attributes[0]!.reference!;

describe("referenceReport", () => {
  it("is absent where no group was chosen", () => {
    expect(creditReport().attributes[0]).not.to.have.property("reference");
  });

  it("has the difference and the ratio of every rate, with counts and intervals", () => {
    const { group, cells } = credit();
    expect(group).to.equal("male");
    expect(cells.map((cell) => [cell.label, cell.group, cell.n, cell.referenceN, cell.status])).to.deep.equal([
      ["bad", "female", 60, 100, "ok"],
      ["good", "female", 120, 240, "ok"],
    ]);
    const right = cells[1]!.predictions[1]!;
    const pair = { first: { k: 75, n: 120 }, second: { k: 192, n: 240 } };
    expect(right).to.deep.equal({
      prediction: "good",
      k: 75,
      referenceK: 192,
      difference: { value: -0.175, ...newcombeInterval(pair, z) },
      ratio: { value: 75 / 120 / (192 / 240), ...koopmanInterval(pair, z) },
    });
    // 0.625 beside 0.8.
    expect(right.ratio.value).to.equal(0.78125);
  });

  it("compares how often each class is predicted, whatever the label", () => {
    const [female] = credit().selectionRates;
    expect([female!.label, female!.n, female!.referenceN]).to.deep.equal([null, 180, 340]);
    // Good is predicted for 18 + 75 of 180 women and 40 + 192 of 340 men.
    expect(female!.predictions[1]!.ratio.value).to.be.closeTo(93 / 180 / (232 / 340), 1e-15);
  });

  it("has selection rates alone without labels", () => {
    const outcomes = countsOf(["no", "yes"], { a: [[6, 4], [0, 0]], b: [[2, 8], [0, 0]] }); // prettier-ignore
    const predictions = predictionCounts(outcomes);
    const { attributes } = auditOutcomes({
      attributes: [{ name: "g", predictions }],
      version: "1",
      references: ["b"],
    });
    const { cells, selectionRates } = attributes[0]!.reference!;
    expect(cells).to.deep.equal([]);
    expect(selectionRates[0]!.predictions[1]!.ratio.value).to.equal(0.5);
  });

  it("has no ratio to a rate of 0, only a lower bound, and nothing where there are no rows", () => {
    const outcomes = countsOf(["no", "yes"], { a: [[6, 4], [0, 0]], b: [[9, 0], [3, 3]], c: [[2, 0], [1, 1]] }); // prettier-ignore
    const { cells } = reportOf(outcomes, { references: ["b"] }).attributes[0]!.reference!;
    const [a] = cells;
    expect(a!.predictions[1]!.ratio.value).to.equal(null);
    expect(a!.predictions[1]!.ratio.lower).to.be.above(1);
    expect(a!.predictions[1]!.ratio.upper).to.equal(null);
    const nothing = { value: null, lower: null, upper: null };
    const empty = cells.find(({ group, label }) => group === "a" && label === "yes")!;
    expect(empty.status).to.equal("empty");
    expect(empty.predictions[0]).to.deep.include({ difference: nothing, ratio: nothing });
    expect(cells.find(({ group, label }) => group === "c" && label === "no")!.status).to.equal("small");
  });

  it("takes the effective rows of weighted ones for intervals, which repeated rows make wider", () => {
    const rows = {
      group: Int32Array.from({ length: 80 }, (_, i) => i % 2),
      groups: ["a", "b"],
      label: Int32Array.from({ length: 80 }, () => 0),
      prediction: Int32Array.from({ length: 80 }, (_, i) => (i % 8 < 3 ? 1 : 0)),
      classes: ["no", "yes"],
    };
    const reference = (weight: (i: number) => number) => {
      const { outcomes, squares, usedRows } = countWeighted({
        ...rows,
        weight: Float64Array.from({ length: 80 }, (_, i) => weight(i)),
      });
      const input = { attributes: [{ name: "group", outcomes, squares, usedRows }], references: ["b"] };
      return reportOf(outcomes, input).attributes[0]!.reference!.cells[0]!.predictions[1]!.ratio;
    };
    const [even, uneven] = [reference(() => 1), reference((i) => (i < 40 ? 1.8 : 0.2))];
    const pair = { first: { k: 20, n: 40 }, second: { k: 10, n: 40 } };
    expect(even.value).to.equal(2);
    expect(even.lower).to.be.closeTo(koopmanInterval(pair, z)!.lower, 1e-9);
    expect(uneven.value).to.be.closeTo(2, 1e-12);
    expect(uneven.upper! - uneven.lower!).to.be.above(1.2 * (even.upper! - even.lower!));
  });

  it("is JSON without infinite numbers", () => {
    expect(() => renderJson(creditReport({ references: ["female"] }))).not.to.throw();
    const outcomes = countsOf(["no", "yes"], { a: [[6, 4], [0, 0]], b: [[9, 0], [0, 0]] }); // prettier-ignore
    expect(() => renderJson(reportOf(outcomes, { references: ["b"] }))).not.to.throw();
  });
});
