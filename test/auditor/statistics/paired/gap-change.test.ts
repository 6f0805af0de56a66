import { changeOfLargest, gapChange } from "@evenodds/auditor/internal";
import { equalizedOddsDifference, outcomesOfPairs, type PairedClusters, type PairedCounts } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyPairs, exchanged, pairedOutcomes } from "../../../support/paired-outcomes.js";

const settings = { alpha: 0.05, minimumSupport: 1 };
const ofRows = (counts: PairedCounts, clusters?: PairedClusters) =>
  gapChange({ pairing: "rows", counts, clusters }, settings);

/** A is right in 90 of 100 rows of each cell; B loses 40 of them in group f with label 1. */
const worse = pairedOutcomes({
  f: [
    [90, 0, 0, 10],
    [10, 0, 40, 50],
  ],
  m: [
    [90, 0, 0, 10],
    [10, 0, 0, 90],
  ],
});

describe("gapChange", () => {
  it("finds the change of the equalized odds difference, and bounds around it", () => {
    const { a, b, value, lower, upper, comparisons } = ofRows(worse);
    expect([a, b]).to.deep.equal([0, 0.4]);
    expect(value).to.equal(0.4);
    expect(comparisons).to.equal(2);
    // With label 1 the differences are 0 in A and −40/102 in B. Where the true one in B is the largest, it is at least
    // the sum, whose variance is 2 V_A + 2 V_B − V of the change: √(0.0041 + 0.0033) = 0.086, and z = 2.50.
    expect(lower).to.be.closeTo(40 / 102 - 2.5 * 0.086, 0.01);
    expect(upper).to.be.within(0.5, 0.6);
  });

  it("is 0 for the same model, with an interval on both sides", () => {
    const same = pairedOutcomes({
      f: [
        [50, 0, 0, 10],
        [5, 0, 0, 40],
      ],
      m: [
        [60, 0, 0, 10],
        [5, 0, 0, 50],
      ],
    });
    const { value, lower, upper } = ofRows(same);
    expect(value).to.equal(0);
    expect(lower).to.be.below(0);
    expect(upper).to.be.above(0);
    expect(upper! - lower!).to.be.below(0.2);
  });

  it("changes its sign where A and B are exchanged", () => {
    fc.assert(
      fc.property(anyPairs(), (counts) => {
        const [one, other] = [ofRows(counts), ofRows(exchanged(counts))];
        if (one.value === null || other.value === null) {
          expect([one.value, other.value]).to.deep.equal([null, null]);
          return;
        }
        expect(other.value).to.be.closeTo(-one.value, 1e-12);
        expect(other.lower).to.be.closeTo(-one.upper!, 1e-12);
        expect(other.upper).to.be.closeTo(-one.lower!, 1e-12);
      }),
    );
  });

  it("has the gaps of audits, and holds the estimate", () => {
    fc.assert(
      fc.property(anyPairs(), (counts) => {
        const found = ofRows(counts);
        const { a, b } = outcomesOfPairs(counts);
        expect(found.a).to.equal(equalizedOddsDifference(a, settings).value);
        expect(found.b).to.equal(equalizedOddsDifference(b, settings).value);
        if (found.value === null) return;
        expect(found.lower).to.be.at.most(found.value);
        expect(found.upper).to.be.at.least(found.value);
      }),
    );
  });

  it("knows most from pairs: margins leave more open", () => {
    const { a, b } = outcomesOfPairs(worse);
    const width = ({ lower, upper }: { lower: number | null; upper: number | null }) => upper! - lower!;
    const [rows, margins, independent] = [
      ofRows(worse),
      gapChange({ pairing: "margins", a, b }, settings),
      gapChange({ pairing: "independent", a, b }, settings),
    ];
    expect(width(rows)).to.be.below(width(independent));
    expect(width(independent)).to.be.below(width(margins));
  });

  it("is wider with clusters that change together, and a little where each row is one", () => {
    const rowsOf = (size: number) => {
      const [starts, cells, counts]: [number[], number[], number[]] = [[0], [], []];
      worse.counts.forEach((count, at) => {
        for (let left = count; left > 0; left -= size) {
          cells.push(at);
          counts.push(Math.min(size, left));
          starts.push(cells.length);
        }
      });
      return { starts: Int32Array.from(starts), cells: Int32Array.from(cells), counts: Float64Array.from(counts) };
    };
    const [plain, alone, tens] = [ofRows(worse), ofRows(worse, rowsOf(1)), ofRows(worse, rowsOf(10))];
    // Clusters may have rows in any two cells, so nothing counts as independent.
    expect(alone.lower).to.be.within(plain.lower! - 0.1, plain.lower!);
    expect(tens.lower).to.be.below(alone.lower! - 0.05);
  });

  it("says why there is no interval: no comparison, and few clusters", () => {
    expect(gapChange({ pairing: "rows", counts: worse }, { alpha: 0.05, minimumSupport: 101 })).to.deep.include({
      value: null,
      reason: "no two groups have enough rows to be compared",
    });
    const one = {
      starts: Int32Array.of(0, worse.counts.length),
      cells: Int32Array.from(worse.counts.keys()),
      counts: worse.counts,
    };
    expect(ofRows(worse, one)).to.deep.include({ value: 0.4, lower: null });
    expect(ofRows(worse, one).reason).to.match(/1 clusters: at least 6/);
  });
});

describe("changeOfLargest", () => {
  const point = (a: number, b: number) => ({
    a: { centre: a, error: 0 },
    b: { centre: b, error: 0 },
    change: { lower: b - a, upper: b - a },
    sum: { lower: a + b, upper: a + b },
  });

  it("is the change itself where everything is known, whichever comparisons are the largest", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), { minLength: 1 }),
        (pairs) => {
          const differences = pairs.map(([a, b]) => [a / 10, b / 10] as const);
          const [a, b] = [0, 1].map((side) => Math.max(...differences.map((pair) => Math.abs(pair[side]!)))) as [
            number,
            number,
          ];
          const { lower, upper } = changeOfLargest(
            differences.map(([x, y]) => point(x, y)),
            { z: 2, areApart: () => true },
          );
          expect(lower).to.be.closeTo(b - a, 1e-12);
          expect(upper).to.be.closeTo(b - a, 1e-12);
        },
      ),
    );
  });
});
