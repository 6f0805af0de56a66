import { cellSize, countOutcomes, countWeighted, effectiveCounts, effectiveSize, InputError } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

const names = { groups: ["a"], classes: ["0", "1"] };
const rows = (predictions: readonly number[]) => ({
  ...names,
  group: new Int32Array(predictions.length),
  label: new Int32Array(predictions.length),
  prediction: Int32Array.from(predictions),
});

describe("countWeighted", () => {
  it("adds weights and their squares per cell", () => {
    const { outcomes, squares, usedRows } = countWeighted({
      ...rows([0, 0, 1, -1]),
      weight: Float64Array.from([1, 3, 2, 9]),
    });
    expect(usedRows).to.equal(3);
    expect(Array.from(outcomes.counts)).to.deep.equal([4, 2, 0, 0]);
    expect(Array.from(squares)).to.deep.equal([10, 4, 0, 0]);
    expect(outcomes.excluded).to.deep.equal({ "non-finite-prediction": 1 });
  });

  it("equals plain counting for weights of 1", () => {
    const weight = new Float64Array(3).fill(1);
    expect(countWeighted({ ...rows([0, 1, 1]), weight }).outcomes).to.deep.equal(countOutcomes(rows([0, 1, 1])));
  });

  it("refuses weights that are none", () => {
    for (const wrong of [NaN, -1, Infinity]) {
      expect(() => countWeighted({ ...rows([0]), weight: Float64Array.from([wrong]) })).to.throw(InputError, /weights/);
    }
    expect(() => countWeighted({ ...rows([0, 1]), weight: new Float64Array(1) })).to.throw(
      InputError,
      /2 rows.*found 1/,
    );
  });
});

describe("effectiveSize", () => {
  it("is the number of rows for equal weights and less for unequal ones", () => {
    expect(effectiveSize({ weights: 4 * 0.5, squares: 4 * 0.25 })).to.equal(4);
    // 1 and 3: 16 / 10.
    expect(effectiveSize({ weights: 4, squares: 10 })).to.equal(1.6);
    expect(effectiveSize({ weights: 0, squares: 0 })).to.equal(0);
  });
});

describe("effectiveCounts", () => {
  it("keeps rates and gives every cell its effective size", () => {
    const weighted = countWeighted({ ...rows([0, 0, 1]), weight: Float64Array.from([1, 3, 2]) });
    const counts = effectiveCounts(weighted);
    // (1 + 3 + 2)² / (1 + 9 + 4) = 36/14 rows, two thirds of them predicted 0.
    expect(cellSize(counts, 0, 0)).to.be.closeTo(36 / 14, 1e-14);
    expect(counts.counts[0]! / cellSize(counts, 0, 0)).to.be.closeTo(4 / 6, 1e-14);
    expect(cellSize(counts, 0, 1)).to.equal(0);
  });

  it("is at most the number of rows, and does not change when all weights are scaled", () => {
    const weights = fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(weights, fc.double({ min: 0.5, max: 4, noNaN: true }), (values, scale) => {
        const size = (by: number) => {
          const weight = Float64Array.from(values, (w) => w * by);
          return cellSize(effectiveCounts(countWeighted({ ...rows(values.map(() => 1)), weight })), 0, 0);
        };
        expect(size(1)).to.be.at.most(values.length + 1e-9);
        expect(size(scale)).to.be.closeTo(size(1), 1e-9);
      }),
    );
  });
});
