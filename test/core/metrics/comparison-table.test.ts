import {
  cellSize,
  classCells,
  classRates,
  comparisonTable,
  countAt,
  equalizedOddsComparisons,
  equalizedOddsMeanDifference,
  equalizedOddsRatio,
  equalizedOddsTable,
  fractionAt,
  labelComparison,
  largestGap,
  oneVsRestGaps,
  predictionCounts,
  predictiveParityGaps,
  recallComparisons,
  recallTable,
  selectionComparisons,
  selectionTable,
  smallestRatio,
  type Comparison,
  type ComparisonTable,
  type OutcomeCounts,
} from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes } from "../../support/outcomes.js";

const some = anyOutcomes({ maxGroups: 6, maxClasses: 5 });

/** Weights: sums of them are not whole, and rounded by their order. */
const weighted = some.map((outcomes) => ({ ...outcomes, counts: outcomes.counts.map((count) => count * 0.1) }));

/** What columns say, read one rate at a time. */
function listed(table: ComparisonTable): Comparison[] {
  return table.predictions.map((prediction, c) => {
    const { label, groups } = table.cells[table.over[c]!]!;
    return { label, prediction, fractions: groups.map((_, g) => fractionAt(table, c, g)) };
  });
}

const indices = ({ classes }: OutcomeCounts) => classes.map((_, c) => c);

/** A class against the rest, summed over all other labels again for each. */
function restFraction(outcomes: OutcomeCounts, group: number, c: number) {
  const others = indices(outcomes).filter((label) => label !== c);
  return {
    group: outcomes.groups[group]!,
    k: others.reduce((sum, label) => sum + countAt(outcomes, group, label, c), 0),
    n: others.reduce((sum, label) => sum + cellSize(outcomes, group, label), 0),
  };
}

describe("comparisonTable", () => {
  it("says what the lists of comparisons say, in their order", () => {
    fc.assert(
      fc.property(some, (outcomes) => {
        const predictions = predictionCounts(outcomes);
        const byHand = indices(outcomes).flatMap((label) => {
          const others = indices(outcomes).filter((c) => c !== label);
          const shown = outcomes.classes.length === 2 ? [label] : [label, ...others];
          return shown.map((prediction) => labelComparison(outcomes, label, prediction));
        });
        expect(listed(equalizedOddsTable(outcomes))).to.deep.equal(byHand);
        expect(equalizedOddsComparisons(outcomes)).to.deep.equal(byHand);
        expect(listed(recallTable(outcomes))).to.deep.equal(recallComparisons(outcomes));
        expect(listed(selectionTable(predictions))).to.deep.equal(selectionComparisons(predictions));
        expect(listed(comparisonTable(byHand))).to.deep.equal(byHand);
      }),
    );
  });

  it("gives the same gap and ratio as a list", () => {
    fc.assert(
      fc.property(fc.oneof(some, weighted), (outcomes) => {
        const list = equalizedOddsComparisons(outcomes);
        expect(largestGap(equalizedOddsTable(outcomes))).to.deep.equal(largestGap(list));
        const every = indices(outcomes).flatMap((label) =>
          indices(outcomes).map((prediction) => labelComparison(outcomes, label, prediction)),
        );
        // What both say of labels without rows differs.
        const { value, worst, leftOut } = equalizedOddsRatio(outcomes);
        expect(smallestRatio(every, { wholePrediction: true })).to.deep.include({ value, worst, leftOut });
      }),
    );
  });

  it("reads sizes instead of copying counts, however many predictions there are", () => {
    const classes = Array.from({ length: 300 }, (_, c) => `c${c}`);
    const counts = new Float64Array(2 * 300 * 300).fill(1);
    const table = equalizedOddsTable({ groups: ["a", "b"], classes, counts, excluded: {} });
    expect(table.predictions).to.have.length(90_000);
    expect(table.counts).to.equal(counts);
    expect(table.cells).to.have.length(300);
  });
});

describe("metrics that look at every cell once", () => {
  it("are those of a look at the cells for each class, bits of sums of weights included", () => {
    fc.assert(
      fc.property(fc.oneof(some, weighted), (outcomes) => {
        const options = { minimumSupport: 1 };
        const byLabel = indices(outcomes)
          .map((label) => {
            const own = equalizedOddsComparisons(outcomes).filter((one) => one.label === outcomes.classes[label]);
            return largestGap(own, options).value;
          })
          .filter((value) => value !== null);
        const mean = byLabel.length === 0 ? null : byLabel.reduce((sum, gap) => sum + gap, 0) / byLabel.length;
        expect(equalizedOddsMeanDifference(outcomes, options).value).to.equal(mean);

        const rates = classRates(outcomes, options);
        const [rest, parity] = [oneVsRestGaps(outcomes, options), predictiveParityGaps(outcomes, options)];
        for (const c of indices(outcomes)) {
          const prediction = outcomes.classes[c]!;
          const fractions = outcomes.groups.map((_, g) => restFraction(outcomes, g, c));
          expect(rest[c]!.falsePositiveRate).to.deep.equal(
            largestGap([{ label: null, prediction, fractions }], options),
          );
          const cells = outcomes.groups.map((_, g) => classCells(outcomes, g, c));
          const positives = cells.map(({ truePositives: k, falsePositives }, g) => {
            return { group: outcomes.groups[g]!, k, n: k + falsePositives };
          });
          expect(parity[c]!.positivePredictiveValue).to.deep.equal(
            largestGap([{ label: null, prediction, fractions: positives }], options),
          );
          cells.forEach(({ trueNegatives, falsePositives, truePositives, falseNegatives }, g) => {
            const row = rates[g * outcomes.classes.length + c]!;
            expect(row.trueNegativeRate).to.deep.include({ k: trueNegatives, n: falsePositives + trueNegatives });
            expect(row.truePositiveRate).to.deep.include({ k: truePositives, n: truePositives + falseNegatives });
          });
        }
      }),
    );
  });
});
