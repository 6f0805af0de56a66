import { cellEvidence, gapEvidence, monitoredCells, RateTable } from "@evenodds/auditor/internal";
import type { OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";

/** One row of a group with one label, predicted 1 or 0. */
interface Row {
  readonly group: number;
  readonly label: number;
}

/** Every way in which rows can be predicted, with its probability: rates are the chances of prediction 1 by group. */
function* outcomes(rows: readonly Row[], rates: readonly number[]) {
  for (let code = 0; code < 2 ** rows.length; code++) {
    const predicted = rows.map((_, i) => (code >> i) & 1);
    const chance = rows.reduce(
      (product, { group }, i) => product * (predicted[i] === 1 ? rates[group]! : 1 - rates[group]!),
      1,
    );
    yield { predicted, chance };
  }
}

function counted(
  rows: readonly Row[],
  options: { readonly predicted: readonly number[]; readonly groups: readonly string[] },
): OutcomeCounts {
  const { predicted, groups } = options;
  const counts = new Float64Array(groups.length * 4);
  rows.forEach(({ group, label }, i) => counts[(group * 2 + label) * 2 + predicted[i]!]!++);
  return { groups, classes: ["0", "1"], counts, excluded: {} };
}

/** Mean of the last e-value over all ways in which some batches can be predicted. */
function meanOf(
  plan: readonly { readonly rows: readonly Row[]; readonly groups: readonly string[] }[],
  {
    rates,
    value,
  }: { readonly rates: readonly number[]; readonly value: (batches: readonly OutcomeCounts[]) => number },
): number {
  const walk = (before: readonly OutcomeCounts[]): number => {
    const batch = plan[before.length];
    if (batch === undefined) return value(before);
    let sum = 0;
    for (const { predicted, chance } of outcomes(batch.rows, rates)) {
      sum += chance * walk([...before, counted(batch.rows, { predicted, groups: batch.groups })]);
    }
    return sum;
  };
  return walk([]);
}

const options = { largestCluster: 1, referenceAlpha: 0.05, correctOnly: false };
const rows = (...list: [number, number][]): Row[] => list.map(([group, label]) => ({ group, label }));

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
        gapEvidence(monitoredCells(new RateTable(batches)), { ...options, limit }).at(-1)!;
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
        gapEvidence(monitoredCells(new RateTable(batches)), { ...options, limit: 0.2 }).at(-1)!;
      expect(meanOf([two, three, three], { rates, value })).to.be.at.most(1 + 1e-9);
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

describe("cellEvidence", () => {
  const cells = (batches: readonly OutcomeCounts[], reference: OutcomeCounts | null = null) =>
    monitoredCells(new RateTable(batches), { reference }).gaps.filter(
      ({ label, prediction }) => label === "0" && prediction === "1",
    );

  it("has a mean of at most 1 on the side of the limit where the gap is not", () => {
    const batch = { groups: ["a", "b"], rows: rows([0, 0], [0, 0], [1, 0]) };
    for (const rates of [
      [0.3, 0.5],
      [0.3, 0.9],
      [0, 1],
    ]) {
      const value = (batches: readonly OutcomeCounts[]) => {
        const cell = cells(batches).find(({ lower }) => lower.group === "a")!;
        return Math.exp(cellEvidence(cell, { ...options, limit: 0.2, side: "below" }).at(-1)!);
      };
      expect(meanOf([batch, batch, batch], { rates, value })).to.be.at.most(1 + 1e-9);
    }
  });

  it("takes the root of a batch's e-value for clusters", () => {
    const batches = [1, 2, 3].map(() =>
      counted(rows([0, 0], [0, 0], [1, 0], [1, 0]), { predicted: [0, 0, 1, 1], groups: ["a", "b"] }),
    );
    const cell = cells(batches).find(({ lower }) => lower.group === "a")!;
    const logs = (largestCluster: number) =>
      cellEvidence(cell, { ...options, limit: 0, side: "above", largestCluster })[1]!;
    // After one bet both memories hold the same.
    expect(logs(1)).to.be.above(0);
    expect(logs(3)).to.be.closeTo(logs(1) / 3, 1e-12);
  });

  it("is at most 1 in the mean for clusters whose rows all get the same prediction", () => {
    // Two rows that are always predicted alike are one row twice.
    const batch = { groups: ["a", "b"], rows: rows([0, 0], [1, 0]) };
    const doubled = (batches: readonly OutcomeCounts[]) =>
      batches.map((one) => ({ ...one, counts: one.counts.map((count) => 2 * count) }));
    const value = (largestCluster: number) => (batches: readonly OutcomeCounts[]) => {
      const cell = cells(doubled(batches)).find(({ lower }) => lower.group === "a")!;
      return Math.exp(cellEvidence(cell, { ...options, limit: 0, side: "above", largestCluster }).at(-1)!);
    };
    const plan = [batch, batch, batch, batch];
    expect(meanOf(plan, { rates: [0.5, 0.5], value: value(2) })).to.be.at.most(1 + 1e-9);
    expect(meanOf(plan, { rates: [0.5, 0.5], value: value(1) })).to.be.above(1.01);
  });

  it("compares with the bounds of a reference, and cannot be above where no rate reaches so far", () => {
    const reference = counted(rows([0, 0], [0, 0], [0, 0], [0, 0]), { predicted: [1, 1, 1, 1], groups: ["a"] });
    const batches = [1, 2, 3].map(() => counted(rows([0, 0], [0, 0]), { predicted: [0, 0], groups: ["a"] }));
    const [rises, falls] = cells(batches, reference);
    expect(rises!.lower.kind).to.equal("reference");
    // The rate was 4 of 4: its upper bound is 1, and nothing is above that.
    expect([...cellEvidence(rises!, { ...options, limit: 0.1, side: "above" })]).to.deep.equal([0, 0, 0]);
    // The lower bound of 4 of 4 is 0.05^(1/4) = 0.473; with the limit, rates below 0.373 are a fall.
    const logs = cellEvidence(falls!, { ...options, limit: 0.1, side: "above" });
    const t = 0.05 ** (1 / 4) - 0.1;
    // Bet on 1/4 after two of two were 0: both memories have seen the same share.
    expect(logs[1]).to.be.closeTo(2 * Math.log(0.75 / (1 - t)), 1e-12);
  });
});
