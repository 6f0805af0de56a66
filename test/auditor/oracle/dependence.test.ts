import { dependenceTest, mantelHaenszelDifference, normalQuantile } from "@evenodds/auditor";
import { Random } from "@evenodds/core";
import { expect } from "chai";
import { outcomesOfCase, outcomesOfRight, readFixture } from "../../fixtures/oracle/fixtures.js";

const inference = readFixture("inference.json");

describe("mantelHaenszelDifference against a search for the bounds", () => {
  for (const { name, strata, difference, alpha, lower, upper } of inference.mantelHaenszel) {
    it(name, () => {
      const pairs = strata.map(([[k1, n1], [k2, n2]]) => ({ first: { k: k1, n: n1 }, second: { k: k2, n: n2 } }));
      const found = mantelHaenszelDifference(pairs, normalQuantile(1 - alpha / 2))!;
      expect(found.difference).to.be.closeTo(difference, 1e-12);
      expect(found.lower).to.be.closeTo(lower, 1e-10);
      expect(found.upper).to.be.closeTo(upper, 1e-10);
    });
  }
});

describe("dependenceTest", () => {
  // Two labels, right or wrong, are all that counts of two classes can hold.
  for (const { name, strata, z } of inference.mantelHaenszel.filter(({ strata: all }) => all.length <= 2)) {
    it(`gives statsmodels' Mantel–Haenszel statistic as z: ${name}`, () => {
      const outcomes = outcomesOfRight([0, 1].map((side) => strata.map((pair) => pair[side]!)));
      const { groups } = dependenceTest(outcomes, { draws: 1, random: Random.of(1, name) });
      expect(groups[0]!.z).to.be.closeTo(z, 1e-9 * Math.abs(z));
      expect(groups[1]!.z).to.be.closeTo(-z, 1e-9 * Math.abs(z));
    });
  }

  for (const { name, measures, reach, pValue, ...counts } of inference.dependence) {
    it(`agrees with the list of all tables: ${name}`, () => {
      const draws = 20_000;
      const { dependence } = dependenceTest(outcomesOfCase(counts), { draws, random: Random.of(3, name) });
      // Four standard errors of a share, and the observed table, which counts as one of the draws.
      const slack = (p: number) => 4 * Math.sqrt((p * (1 - p)) / draws) + 1 / draws;
      for (const measure of ["deviance", "pearson", "common"] as const) {
        expect(dependence.measures![measure].value).to.be.closeTo(measures[measure], 1e-9);
        expect(dependence.measures![measure].reach).to.be.closeTo(reach[measure], slack(reach[measure]));
      }
      // T is made of shares that are themselves drawn, which moves tables of nearly equal rank past each other.
      expect(dependence.pValue).to.be.closeTo(pValue, 2 * slack(pValue));
    });
  }
});
