import { gapEvidence, monitoredCells, RateTable } from "@evenodds/auditor/internal";
import type { OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { counted, meanOf, rows } from "../../../support/every-course.js";

const options = { largestCluster: 1, referenceAlpha: 0.05 };

describe("gapEvidence", () => {
  it("has a mean of at most 1 where no gap is above the limit, by every course of three batches", () => {
    const batch = { groups: ["a", "b"], rows: rows([0, 0], [0, 0], [1, 0], [1, 0]) };
    for (const [limit, rates] of [
      [0, [0.5, 0.5]],
      [0, [0.9, 0.9]],
      [0.3, [0.5, 0.8]],
      [0.3, [0.8, 0.5]],
      [0.3, [0.6, 0.6]],
    ] as const) {
      const value = (batches: readonly OutcomeCounts[]) =>
        Math.exp(gapEvidence(monitoredCells(new RateTable(batches)), { ...options, limit }).at(-1)!);
      expect(meanOf([batch, batch, batch], { rates, value }), `${limit} ${rates.join()}`).to.be.at.most(1 + 1e-9);
    }
  });

  it("has one with three groups too, of which one comes later", () => {
    const two = { groups: ["a", "b"], rows: rows([0, 0], [1, 0], [1, 0]) };
    const three = { groups: ["a", "b", "c"], rows: rows([0, 0], [1, 0], [2, 0], [2, 0]) };
    for (const rates of [
      [0.5, 0.5, 0.5],
      [0.4, 0.6, 0.5],
      [0.7, 0.5, 0.7],
    ]) {
      const value = (batches: readonly OutcomeCounts[]) =>
        Math.exp(gapEvidence(monitoredCells(new RateTable(batches)), { ...options, limit: 0.2 }).at(-1)!);
      expect(meanOf([two, three, three], { rates, value })).to.be.at.most(1 + 1e-9);
    }
  });

  it("has one whatever the limit, the rates within it, and which groups and labels have rows", () => {
    const groups = ["a", "b", "c"];
    const batch = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 1 })), { maxLength: 4 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.tuple(batch, batch, batch),
        fc.constantFrom(0, 0.05, 0.3),
        share,
        fc.array(share, { minLength: 3, maxLength: 3 }),
        (plan, limit, low, above) => {
          const rates = above.map((part) => low * (1 - limit) + part * limit);
          const value = (batches: readonly OutcomeCounts[]) =>
            Math.exp(gapEvidence(monitoredCells(new RateTable(batches)), { ...options, limit }).at(-1)!);
          const batches = plan.map((list) => ({ groups, rows: rows(...list) }));
          expect(meanOf(batches, { rates, value })).to.be.at.most(1 + 1e-9);
        },
      ),
      { numRuns: 8 },
    );
  });

  it("has one for right predictions only, for clusters and against a reference", () => {
    const batch = { groups: ["a", "b"], rows: rows([0, 0], [0, 0], [1, 0], [1, 0]) };
    const plan = [batch, batch, batch];
    // Half of 40 rows: bounds that are missed with 1 of 20 lie 0.19 away, and change by no more than the limit is none.
    const reference = {
      ...counted([], { predicted: [], groups: ["a", "b"] }),
      counts: Float64Array.of(20, 20, 0, 0, 20, 20, 0, 0),
    };
    const doubled = (one: OutcomeCounts) => ({ ...one, counts: one.counts.map((count) => 2 * count) });
    const evidence = {
      correct: (batches: readonly OutcomeCounts[]) =>
        gapEvidence(monitoredCells(new RateTable(batches), { predictions: "correct" }), { ...options, limit: 0 }),
      // Rows that are always predicted alike, two by two.
      clusters: (batches: readonly OutcomeCounts[]) =>
        gapEvidence(monitoredCells(new RateTable(batches.map(doubled))), { ...options, limit: 0, largestCluster: 2 }),
      reference: (batches: readonly OutcomeCounts[]) =>
        gapEvidence(monitoredCells(new RateTable(batches), { reference }), { ...options, limit: 0 }),
    };
    for (const [name, logs] of Object.entries(evidence)) {
      const value = (batches: readonly OutcomeCounts[]) => Math.exp(logs(batches).at(-1)!);
      expect(meanOf(plan, { rates: [0.5, 0.5], value }), name).to.be.at.most(1 + 1e-9);
      expect(meanOf(plan, { rates: [0.1, 0.9], value }), name).to.be.above(1);
    }
  });

  it("does not depend on the order of groups and classes", () => {
    const batches = [0, 1, 2, 3].map((b) =>
      counted(rows([0, 0], [0, 0], [1, 0], [1, 1], [2, 0], [2, 1]), {
        predicted: [1, 1, b % 2, 0, 0, 1],
        groups: ["a", "b", "c"],
      }),
    );
    const turned = batches.map(({ counts, classes, excluded }) => ({
      groups: ["c", "b", "a"],
      classes: [...classes].reverse(),
      excluded,
      // Turned round as a whole: groups, labels and predictions.
      counts: Float64Array.from(counts).reverse(),
    }));
    const of = (all: readonly OutcomeCounts[]) => [
      ...gapEvidence(monitoredCells(new RateTable(all)), { ...options, limit: 0.1 }),
    ];
    of(turned).forEach((value, b) => expect(value).to.be.closeTo(of(batches)[b]!, 1e-12));
  });
});

describe("gapEvidence of batches that are all alike", () => {
  // Two rows of each group with one label, all of a predicted 0 and all of b predicted 1.
  const batch = () => counted(rows([0, 0], [0, 0], [1, 0], [1, 0]), { predicted: [0, 0, 1, 1], groups: ["a", "b"] });
  const eValues = (count: number, more: object = {}) => {
    const batches = Array.from({ length: count }, batch);
    return gapEvidence(monitoredCells(new RateTable(batches)), { ...options, limit: 0, ...more }).map(Math.exp);
  };
  // One of four cells of right predictions bets, and its mirror image of four of wrong ones: a quarter of all money.
  // It is spread evenly over four ways: what was measured and a gap of 0.1, each with two memories.
  const standing = (0.55 / 0.5) ** 4;

  it("begins with 1, and adds what the ways that bet bring to the tenth that nobody bets", () => {
    // Bets on 1/4 and 3/4, or on 0.45 and 0.55; 1/2 and 1/2 is nearest, and all four rows are as the bets say.
    const found = eValues(2);
    expect(found[0]).to.equal(1);
    const mean = ((0.75 / 0.5) ** 4 + standing) / 2;
    expect(found[1]).to.be.closeTo((0.1 + mean / 4) / (0.1 + 1 / 4), 1e-12);
  });

  it("gives more to the ways that have won before", () => {
    const [, before, after] = eValues(3);
    const [learned, stood] = [(1.5 ** 4) ** 1.5, standing ** 1.5];
    // (4 + 1) / (4 + 2) with all rows, and (1.6 + 2 + 1) / (1.6 + 2 + 2) with 0.8 of two rows and two more.
    const measured = (5 / 6 / 0.5) ** 4 + (4.6 / 5.6 / 0.5) ** 4;
    const won = learned * (measured - 2) + stood * (2 * standing - 2);
    expect(after! / before!).to.be.closeTo(1 + won / 16 / (0.1 + (2 * learned + 2 * stood) / 16), 1e-12);
  });

  it("bets nothing more once a logarithm is reached", () => {
    const [, , reached, later] = eValues(4, { until: 2 });
    expect(reached).to.be.above(Math.exp(2));
    expect(later).to.equal(reached);
    expect(eValues(4)[3]).to.be.above(reached!);
  });

  it("takes roots for clusters", () => {
    const mean = ((0.75 / 0.5) ** (4 / 3) + standing ** (1 / 3)) / 2;
    expect(eValues(2, { largestCluster: 3 })[1]).to.be.closeTo((0.1 + mean / 4) / (0.1 + 1 / 4), 1e-12);
  });
});
