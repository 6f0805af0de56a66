import { classRates, oneVsRestGaps, UsageError, usedRows } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, binaryOutcomes } from "../../support/outcomes.js";

describe("classRates", () => {
  it("has six rates with their fractions, per group and class", () => {
    const outcomes = binaryOutcomes({ a: { tn: 6, fp: 2, fn: 1, tp: 3 } });
    const [negative, positive] = classRates(outcomes);
    expect(positive).to.deep.equal({
      group: "a",
      class: "1",
      truePositiveRate: { k: 3, n: 4, value: 0.75, status: "small" },
      falsePositiveRate: { k: 2, n: 8, value: 0.25, status: "ok" },
      trueNegativeRate: { k: 6, n: 8, value: 0.75, status: "ok" },
      falseNegativeRate: { k: 1, n: 4, value: 0.25, status: "small" },
      positivePredictiveValue: { k: 3, n: 5, value: 0.6, status: "ok" },
      negativePredictiveValue: { k: 6, n: 7, value: 6 / 7, status: "ok" },
    });
    // Swapping the classes swaps the sides.
    expect(negative!.truePositiveRate).to.deep.equal(positive!.trueNegativeRate);
    expect(negative!.positivePredictiveValue).to.deep.equal(positive!.negativePredictiveValue);
  });

  it("has no rate where nothing is divided", () => {
    const never = classRates(binaryOutcomes({ a: { tn: 9, fp: 0, fn: 0, tp: 0 } }))[1]!;
    expect(never.truePositiveRate).to.deep.equal({ k: 0, n: 0, value: null, status: "empty" });
    expect(never.positivePredictiveValue.value).to.equal(null);
    expect(() => classRates(binaryOutcomes({}), { minimumSupport: 0 })).to.throw(UsageError, /minimum support/);
  });

  it("has complementary sides, all rows, and the gaps of oneVsRestGaps on any counts", () => {
    fc.assert(
      fc.property(anyOutcomes(), (outcomes) => {
        const rates = classRates(outcomes, { minimumSupport: 1 });
        for (const one of rates) {
          expect(one.truePositiveRate.k + one.falseNegativeRate.k).to.equal(one.truePositiveRate.n);
          expect(one.falsePositiveRate.k + one.trueNegativeRate.k).to.equal(one.falsePositiveRate.n);
        }
        const rows = (name: string) =>
          rates
            .filter((one) => one.class === name)
            .reduce((sum, one) => sum + one.truePositiveRate.n + one.falsePositiveRate.n, 0);
        for (const { class: name, truePositiveRate } of oneVsRestGaps(outcomes, { minimumSupport: 1 })) {
          expect(rows(name)).to.equal(usedRows(outcomes));
          const values = rates
            .filter((one) => one.class === name)
            .map((one) => one.truePositiveRate.value)
            .filter((value) => value !== null);
          if (values.length < 2) expect(truePositiveRate.value).to.equal(null);
          else expect(truePositiveRate.value).to.be.closeTo(Math.max(...values) - Math.min(...values), 1e-12);
        }
      }),
    );
  });
});
