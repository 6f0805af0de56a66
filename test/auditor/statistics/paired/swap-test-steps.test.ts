import { dealTestSteps, finishSteps, swapTestSteps } from "@evenodds/auditor/internal";
import { outcomesOfPairs, Random, type PairedClusters, type PairedCounts } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyPairs, exchanged, pairedOutcomes } from "../../../support/paired-outcomes.js";

const test = (counts: PairedCounts, clusters?: PairedClusters, draws = 4000) =>
  finishSteps(swapTestSteps(counts, { random: Random.of(1, "swaps"), draws, minimumSupport: 1, clusters }));

/** Two rows a cell of which A has all right; in group g, B loses `lost` of ten with label 1. */
const losing = (lost: number) =>
  pairedOutcomes({
    f: [
      [10, 0, 0, 0],
      [0, 0, lost, 10 - lost],
    ],
    m: [
      [10, 0, 0, 0],
      [0, 0, 0, 10],
    ],
  });

describe("swapTestSteps", () => {
  it("has p 1 where no prediction differs", () => {
    expect(test(losing(0)).pValue).to.equal(1);
  });

  it("has the p-value that listing all swaps gives", () => {
    // Of three rows of one cell, k have the worse prediction in B: Δ = (2k − 3) / 10, and |Δ| ≥ 0.3 for k = 0 and 3.
    const { pValue } = test(losing(3));
    expect(pValue).to.be.closeTo(2 / 8, 4 * Math.sqrt((0.25 * 0.75) / 4000));
  });

  it("swaps clusters whole", () => {
    // All three rows in one cluster: both of two swaps give |Δ| = 0.3.
    const counts = losing(3);
    const at = counts.counts.findIndex((count, i) => count === 3 && i % 4 === 2);
    const clusters = { starts: Int32Array.of(0, 1), cells: Int32Array.of(at), counts: Float64Array.of(3) };
    expect(test(counts, clusters).pValue).to.equal(1);
    // Each in a cluster of its own: the same as rows.
    const alone = {
      starts: Int32Array.of(0, 1, 2, 3),
      cells: Int32Array.of(at, at, at),
      counts: Float64Array.of(1, 1, 1),
    };
    expect(test(counts, alone).pValue).to.be.closeTo(2 / 8, 4 * Math.sqrt((0.25 * 0.75) / 4000));
  });

  it("rejects the same model no more often than it may", () => {
    const random = Random.of(5, "size");
    let rejected = 0;
    for (let trial = 0; trial < 400; trial++) {
      const counts = losing(0);
      // Predictions of either model that are drawn alike, in every cell.
      for (let cell = 0; cell < 4; cell++) {
        const drawn = [0, 0, 0, 0];
        for (let row = 0; row < 12; row++) {
          const wrong = () => Number(random.uniform() < 0.3);
          const label = cell % 2;
          const [a, b] = [wrong(), wrong()].map((miss) => (miss === 1 ? 1 - label : label)) as [number, number];
          drawn[2 * a + b]!++;
        }
        counts.counts.set(drawn, 4 * cell);
      }
      if (test(counts, undefined, 99).pValue! <= 0.05) rejected++;
    }
    // 0.05 and four standard errors.
    expect(rejected / 400).to.be.at.most(0.05 + 4 * Math.sqrt((0.05 * 0.95) / 400));
  });

  it("does not depend on which model is called A", () => {
    fc.assert(
      fc.property(anyPairs(), (counts) => {
        const [p, q] = [test(counts, undefined, 500).pValue, test(exchanged(counts), undefined, 500).pValue];
        if (p === null || q === null) {
          expect([p, q]).to.deep.equal([null, null]);
          return;
        }
        expect(Math.abs(p - q)).to.be.at.most(0.2);
      }),
      { numRuns: 30 },
    );
  });

  it("says why there is none", () => {
    const alone = pairedOutcomes({
      f: [
        [3, 1, 1, 1],
        [1, 1, 1, 1],
      ],
    });
    expect(test(alone)).to.deep.include({ pValue: null, reason: "no two groups have enough rows to be compared" });
    expect(test(losing(3), undefined, 0)).to.deep.include({ pValue: null, reason: "the test was switched off" });
  });
});

describe("dealTestSteps", () => {
  const deal = (counts: PairedCounts) =>
    finishSteps(
      dealTestSteps(outcomesOfPairs(counts), { random: Random.of(1, "deals"), draws: 4000, minimumSupport: 1 }),
    );

  it("has p 1 where both have the same counts", () => {
    expect(deal(losing(0)).pValue).to.equal(1);
  });

  it("has the p-value that listing all deals gives", () => {
    // Three wrong of 2 × 10 rows: B gets all or none of them with chance 2 C(17, 7) / C(20, 10) = 2 · 19448 / 184756.
    expect(deal(losing(3)).pValue).to.be.closeTo(0.2105, 4 * Math.sqrt((0.21 * 0.79) / 4000));
  });
});
