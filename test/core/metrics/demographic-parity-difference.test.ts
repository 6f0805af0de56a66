import { countPredictions, demographicParityDifference, predictionCounts } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, binaryOutcomes } from "../../support/outcomes.js";

describe("demographicParityDifference", () => {
  it("compares how often groups get a prediction, whatever the label", () => {
    // Predicted 1: a 6 of 10, b 9 of 20, c 4 of 20.
    const outcomes = binaryOutcomes({
      a: { tn: 3, fp: 1, fn: 1, tp: 5 },
      b: { tn: 10, fp: 2, fn: 1, tp: 7 },
      c: { tn: 10, fp: 0, fn: 6, tp: 4 },
    });
    const gap = demographicParityDifference(predictionCounts(outcomes));
    expect(gap.value).to.equal(0.4);
    expect(gap.worst).to.deep.include({ label: null, prediction: "1" });
  });

  it("needs no labels (aequitas#115)", () => {
    const group = Int32Array.from([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
    const prediction = Int32Array.from([0, 0, 0, 1, 2, 2, 2, 0, 0, 1]);
    const counts = countPredictions({ group, prediction, groups: ["a", "b"], classes: ["x", "y", "z"] });
    expect(demographicParityDifference(counts)).to.deep.include({ status: "estimated", value: 0.2 });
  });

  it("is undefined with one group", () => {
    const counts = predictionCounts(binaryOutcomes({ a: { tn: 9, fp: 9, fn: 9, tp: 9 } }));
    const gap = demographicParityDifference(counts);
    expect(gap.value).to.equal(null);
    expect(gap.reason).to.match(/no two groups with at least 5 rows/);
  });

  it("agrees with quotients of marginal counts", () => {
    fc.assert(
      fc.property(anyOutcomes(), (outcomes) => {
        const width = outcomes.classes.length;
        const shares = outcomes.groups.map((_, g) => {
          const own = [...outcomes.counts.slice(g * width * width, (g + 1) * width * width)];
          const total = own.reduce((a, b) => a + b, 0);
          return {
            total,
            rates: outcomes.classes.map(
              (_, p) => own.filter((_, i) => i % width === p).reduce((a, b) => a + b) / total,
            ),
          };
        });
        const large = shares.filter(({ total }) => total >= 5);
        const { value } = demographicParityDifference(predictionCounts(outcomes));
        if (large.length < 2) {
          expect(value).to.equal(null);
          return;
        }
        const gaps = outcomes.classes.map((_, p) => {
          const rates = large.map(({ rates }) => rates[p]!);
          return Math.max(...rates) - Math.min(...rates);
        });
        expect(value).to.be.closeTo(Math.max(...gaps), 1e-15);
      }),
    );
  });
});
