import { drawHypergeometric, holmAdjusted, permutationTest } from "@evenodds/auditor";
import { equalizedOddsDifference, Random } from "@evenodds/core";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";
import { outcomesOfCase, outcomesOfRight, readFixture } from "../../fixtures/oracle/fixtures.js";

const inference = readFixture("inference.json");

describe("drawHypergeometric against scipy.stats.hypergeom", () => {
  const draws = 20_000;
  for (const { marked, unmarked, sample, mean, variance, from, pmf } of inference.hypergeometric) {
    it(`${sample} of ${marked} + ${unmarked}`, () => {
      const random = Random.of(11, `${marked} ${unmarked} ${sample}`);
      const values = Array.from({ length: draws }, () => drawHypergeometric(random, { marked, unmarked, sample }));

      // Kolmogorov's distance passes 1.95/√n once in a thousand samples of a continuous distribution, here less often.
      const seen = new Map<number, number>();
      for (const value of values) seen.set(value, (seen.get(value) ?? 0) + 1);
      let distance = 0;
      let expected = 0;
      let found = values.filter((value) => value < from).length / draws;
      pmf.forEach((probability, i) => {
        expected += probability;
        found += (seen.get(from + i) ?? 0) / draws;
        distance = Math.max(distance, Math.abs(found - expected));
      });
      expect(distance).to.be.below(1.95 / Math.sqrt(draws));

      const average = values.reduce((sum, value) => sum + value, 0) / draws;
      expect(average).to.be.closeTo(mean, 4 * Math.sqrt(variance / draws));
    });
  }
});

describe("permutationTest against enumeration of all tables", () => {
  const draws = 20_000;
  // Probabilities are made of logarithms of factorials: ln 6000! is near 46,000, where doubles are 7e-12 apart.
  const tolerance = 1e-11;

  for (const { name, strata, observed, pValue, floor, deviation, tables } of inference.permutation) {
    const outcomes = outcomesOfRight([0, 1].map((group) => strata.map((stratum) => stratum[group]!)));
    const random = () => Random.of(12, name);

    it(`two groups, listed: ${name}`, () => {
      expect(equalizedOddsDifference(outcomes, { minimumSupport: 1 }).value).to.be.closeTo(observed, tolerance);
      const test = permutationTest(outcomes, { random: random(), minimumSupport: 1 });
      expect(test).to.deep.include({ exact: true, tables });
      expect(test.pValue).to.be.closeTo(pValue, tolerance);
      expect(test.floor).to.be.closeTo(floor, tolerance);
    });

    it(`two groups, drawn: ${name}`, () => {
      const test = permutationTest(outcomes, { random: random(), draws, minimumSupport: 1, exact: false });
      // Four standard errors of a share and of a mean of `draws` draws; 1/draws for the observed table that p counts.
      const slack = 4 * Math.sqrt((pValue * (1 - pValue)) / draws) + 1 / draws;
      expect(test.exact).to.equal(false);
      expect(test.pValue).to.be.closeTo(pValue, slack);
      expect(test.floor).to.be.closeTo(floor, (4 * deviation) / Math.sqrt(draws));
    });
  }

  for (const { observed, pValue, floor, tables, ...one } of inference.multiwayPermutation) {
    it(`more groups or classes, listed: ${one.name}`, () => {
      const outcomes = outcomesOfCase(one);
      expect(equalizedOddsDifference(outcomes, { minimumSupport: 1 }).value).to.be.closeTo(observed, tolerance);
      const test = permutationTest(outcomes, { random: Random.of(13, one.name), minimumSupport: 1 });
      expect(test).to.deep.include({ exact: true, tables });
      expect(test.pValue).to.be.closeTo(pValue, tolerance);
      expect(test.floor).to.be.closeTo(floor, tolerance);
    });
  }
});

describe("permutationTest beside scipy.stats.fisher_exact", () => {
  const oneLabel = inference.permutation.filter(({ strata }) => strata.length === 1);
  const listed = (strata: (typeof oneLabel)[number]["strata"]) =>
    permutationTest(outcomesOfRight(strata[0]!.map((fraction) => [fraction])), {
      random: Random.of(14, "fisher"),
      minimumSupport: 1,
    }).pValue;

  for (const { name, strata, fisherOfFirstStratum } of oneLabel) {
    it(`is Fisher's two-sided p where ordering tables by gap and by probability agree: ${name}`, () => {
      expect(listed(strata)).to.be.closeTo(fisherOfFirstStratum["two-sided"], 1e-12);
    });
  }
});

describe("holmAdjusted against statsmodels' multipletests(method='holm')", () => {
  for (const { pValues, adjusted } of inference.holm) {
    it(pValues.join(", "), () => {
      expectClose(holmAdjusted(pValues).map(Number), adjusted, 1e-12);
    });
  }
});
