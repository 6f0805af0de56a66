import { InputError, regressionGaps, UsageError, type RegressionRows } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

/** Rows as [group, label, prediction]. */
const rowsOf = (rows: readonly (readonly [number, number, number])[]): RegressionRows => ({
  group: Int32Array.from(rows, ([group]) => group),
  label: Float64Array.from(rows, ([, label]) => label),
  prediction: Float64Array.from(rows, ([, , prediction]) => prediction),
  groups: ["a", "b"],
});

// Low labels: errors a 1, 3 and b 0, 0. High labels: errors a −1, −1 and b 0, 4.
const rows = rowsOf([
  ...[
    [0, 1, 2],
    [0, 2, 5],
    [1, 1, 1],
    [1, 2, 2],
  ].map(([g, y, p]) => [g!, y!, p!] as const),
  ...[
    [0, 11, 10],
    [0, 12, 11],
    [1, 11, 11],
    [1, 12, 16],
  ].map(([g, y, p]) => [g!, y!, p!] as const),
]);
const options = { minimumSupport: 1, edges: [0, 10, 20] };

describe("regressionGaps", () => {
  it("compares mean and quantiles of the error within label bins", () => {
    const { meanError, errorQuantiles, bins } = regressionGaps(rows, { ...options, quantiles: [0.5, 1] });
    // Mean errors: low 2 and 0, high −1 and 2.
    expect(meanError).to.deep.include({ status: "estimated", value: 3 });
    expect(meanError.highest).to.deep.include({ group: "b", n: 2, value: 2 });
    // Largest errors: low 3 and 0, high −1 and 4.
    expect(errorQuantiles.map(({ quantile, gap }) => [quantile, gap.value])).to.deep.equal([
      [0.5, 3],
      [1, 5],
    ]);
    expect(bins.filter(({ figure }) => figure === "mean").map(({ gap }) => gap.value)).to.deep.equal([2, 3]);
  });

  it("bounds bins by the label's quantiles, fewer where labels repeat", () => {
    expect(regressionGaps(rows, { minimumSupport: 1, bins: 2 }).edges).to.deep.equal([1, 6.5, 12]);
    const equal = rowsOf([
      [0, 3, 4],
      [1, 3, 3],
    ]);
    expect(regressionGaps(equal, { minimumSupport: 1 })).to.deep.include({ edges: [3, 3] });
    expect(regressionGaps(equal, { minimumSupport: 1 }).meanError.value).to.equal(1);
  });

  it("leaves small cells out, and says when nothing is left", () => {
    const lacking = rowsOf([
      [0, 1, 1],
      [1, 1, 3],
      [0, 11, 11],
    ]);
    expect(regressionGaps(lacking, options).meanError).to.deep.include({ status: "partial", value: 2 });
    expect(regressionGaps(rows).meanError).to.deep.include({ status: "undefined", value: null });
    const nothing = regressionGaps(
      rowsOf([
        [-1, 1, 1],
        [0, NaN, 1],
        [0, 1, Infinity],
      ]),
    );
    expect(nothing).to.deep.include({ excluded: 3, edges: [] });
    expect(nothing.meanError.value).to.equal(null);
  });

  it("rejects what is no binning", () => {
    expect(() => regressionGaps(rows, { edges: [0, 10] })).to.throw(InputError, /label 11 outside 0 to 10/);
    expect(() => regressionGaps(rows, { bins: 0 })).to.throw(UsageError, /bins/);
    expect(() => regressionGaps(rows, { quantiles: [2] })).to.throw(UsageError, /quantiles/);
    expect(() => regressionGaps({ ...rows, group: new Int32Array(1) })).to.throw(InputError, /1 groups/);
  });

  it("moves with a shift of one group's predictions, scales with the unit, and ignores the order of rows", () => {
    const row = fc.tuple(
      fc.integer({ min: 0, max: 1 }),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 0, max: 9 }),
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 30 }), fc.integer({ min: 1, max: 5 }), (drawn, by) => {
        const bins = { minimumSupport: 1, bins: 2 };
        const plain = regressionGaps(rowsOf(drawn), bins).meanError.value;
        const turned = regressionGaps(rowsOf([...drawn].reverse()), bins).meanError.value;
        const scaled = regressionGaps(rowsOf(drawn.map(([g, y, p]) => [g, y * by, p * by])), bins).meanError.value;
        // Perfect predictions, then b shifted: every bin with both groups has exactly that gap.
        const shifted = regressionGaps(rowsOf(drawn.map(([g, y]) => [g, y, y + g * by])), bins).meanError.value;
        if (plain === null) {
          expect([turned, scaled, shifted]).to.deep.equal([null, null, null]);
          return;
        }
        expect(turned).to.be.closeTo(plain, 1e-9);
        expect(scaled).to.be.closeTo(plain * by, 1e-9);
        expect(shifted).to.be.closeTo(by, 1e-9);
      }),
    );
  });
});
