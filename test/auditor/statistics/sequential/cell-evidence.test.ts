import { cellEvidence, monitoredCells, RateTable } from "@evenodds/auditor/internal";
import { Random, type OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import { counted, meanOf, rows } from "../../../support/every-course.js";

const options = { largestCluster: 1, referenceAlpha: 0.05 };

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
    const found = (largestCluster: number) =>
      Math.exp(cellEvidence(cell, { ...options, limit: 0, side: "above", largestCluster })[1]!);
    // Half of the stake bets on 1/4 and 3/4, as measured, and half on 0.45 and 0.55: the nearest point is 1/2 and 1/2.
    const [measured, standing] = [1.5 ** 4, 1.1 ** 4];
    expect(found(1)).to.be.closeTo((measured + standing) / 2, 1e-12);
    expect(found(3)).to.be.closeTo((Math.cbrt(measured) + Math.cbrt(standing)) / 2, 1e-12);
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
    // After two of two were 0, half of the stake bets on 1/4, with both memories, and half on 0.1 less than t.
    const eValues = [0.25, t - 0.1].map((q) => ((1 - q) / (1 - t)) ** 2);
    expect(Math.exp(logs[1]!)).to.be.closeTo((eValues[0]! + eValues[1]!) / 2, 1e-12);
  });

  it("is what a search over all points of the null finds, batch by batch", () => {
    const random = Random.of(11, "batches");
    const draw = () => {
      const counts = Float64Array.from({ length: 8 }, (_, i) => random.integer(i % 4 < 2 ? 9 : 1));
      return { groups: ["a", "b"], classes: ["0", "1"], counts, excluded: {} };
    };
    const [limit, largestCluster] = [0.1, 1];
    for (let trial = 0; trial < 20; trial++) {
      const batches = Array.from({ length: 6 }, draw);
      for (const side of ["above", "below"] as const) {
        const cell = cells(batches).find(({ lower }) => lower.group === "a")!;
        const found = cellEvidence(cell, { ...options, limit, side, largestCluster });
        const searched = searchedEvidence(batches, { limit, side });
        found.forEach((log, b) => expect(log).to.be.closeTo(searched[b]!, 1e-6));
      }
    }
  });
});

/** The evidence of the cell of label 0, predicted 1, of b beside a, from the definitions alone. */
function searchedEvidence(
  batches: readonly OutcomeCounts[],
  { limit, side }: { readonly limit: number; readonly side: "above" | "below" },
): number[] {
  const seen = batches.map(({ counts }) => ({
    s: [counts[1]!, counts[5]!] as const,
    n: [counts[0]! + counts[1]!, counts[4]! + counts[5]!] as const,
  }));
  const stakes: number[][] = [];
  for (const memory of [1, 0.8]) {
    for (const way of side === "above" ? ["measured", "standing"] : ["measured"]) {
      const logs = seen.map(({ s, n }, b) => {
        const before = seen.slice(0, b);
        const sum = (of: (one: (typeof seen)[number]) => number) =>
          before.reduce((total, one, i) => total + memory ** (b - 1 - i) * of(one), 0);
        const known = [0, 1].every((g) => before.some((one) => one.n[g]! > 0));
        if (!known || n.includes(0)) return 0;
        const hits = [0, 1].map((g) => sum((one) => one.s[g]!) + 1);
        const rows = [0, 1].map((g) => sum((one) => one.n[g]!) + 2);
        let q = [hits[0]! / rows[0]!, hits[1]! / rows[1]!];
        const gap = q[1]! - q[0]!;
        if (way === "standing") {
          if (gap <= limit + 0.05) return 0;
          const pooled = (hits[0]! + hits[1]! - (limit + 0.1) * rows[1]!) / (rows[0]! + rows[1]!);
          q = [pooled, pooled + limit + 0.1];
        } else if (side === "above" ? gap <= limit : gap >= limit) return 0;
        const likelihood = (p: readonly number[]) =>
          [0, 1].reduce((total, g) => total + s[g]! * Math.log(p[g]!) + (n[g]! - s[g]!) * Math.log(1 - p[g]!), 0);
        const expected = (p: readonly number[]) =>
          [0, 1].reduce((total, g) => total + n[g]! * (q[g]! * Math.log(p[g]!) + (1 - q[g]!) * Math.log(1 - p[g]!)), 0);
        // The nearest point of the null is the one at which the bets, if true, would be most likely.
        let [low, high, nearest] = [0, 1 - limit, 0];
        for (let zoom = 0; zoom < 12; zoom++) {
          const step = (high - low) / 100;
          const points = Array.from({ length: 99 }, (_, i) => low + (i + 1) * step);
          nearest = points.reduce((best, t) => (expected([t, t + limit]) > expected([best, best + limit]) ? t : best));
          [low, high] = [nearest - step, nearest + step];
        }
        return likelihood(q) - likelihood([nearest, nearest + limit]);
      });
      stakes.push(logs.map((_, b) => logs.slice(0, b + 1).reduce((total, log) => total + log, 0)));
    }
  }
  return batches.map((_, b) => Math.log(stakes.reduce((sum, logs) => sum + Math.exp(logs[b]!), 0) / stakes.length));
}
