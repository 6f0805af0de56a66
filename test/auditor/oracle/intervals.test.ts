import {
  koopmanInterval,
  newcombeInterval,
  normalQuantile,
  simultaneousIntervals,
  wilsonInterval,
} from "@evenodds/auditor";
import { equalizedOddsComparisons } from "@evenodds/core";
import { expect } from "chai";
import type { KOfN } from "../../fixtures/oracle/fixture-types.js";
import { outcomesOfRight, readFixture } from "../../fixtures/oracle/fixtures.js";

const inference = readFixture("inference.json");
const tolerance = 1e-12;
const quantileOf = (alpha: number) => normalQuantile(1 - alpha / 2);
const fraction = ([k, n]: KOfN) => ({ k, n });

describe("normalQuantile against scipy.stats.norm.ppf", () => {
  for (const { probability, z } of inference.normalQuantile) {
    it(`at ${probability}`, () => expect(normalQuantile(probability)).to.be.closeTo(z, tolerance * (1 + Math.abs(z))));
  }
});

describe("wilsonInterval against statsmodels' proportion_confint(method='wilson')", () => {
  for (const { k, n, alpha, lower, upper } of inference.wilson) {
    it(`${k} of ${n} at alpha ${alpha.toFixed(4)}`, () => {
      const interval = wilsonInterval({ k, n }, quantileOf(alpha))!;
      expect(interval.lower).to.be.closeTo(lower, tolerance);
      expect(interval.upper).to.be.closeTo(upper, tolerance);
    });
  }
});

describe("newcombeInterval against statsmodels' confint_proportions_2indep(method='newcomb')", () => {
  for (const { first, second, alpha, lower, upper } of inference.newcombe) {
    it(`${first.join("/")} − ${second.join("/")} at alpha ${alpha.toFixed(4)}`, () => {
      const pair = { first: fraction(first), second: fraction(second) };
      const interval = newcombeInterval(pair, quantileOf(alpha))!;
      expect(interval.lower).to.be.closeTo(lower, tolerance);
      expect(interval.upper).to.be.closeTo(upper, tolerance);
    });
  }
});

describe("koopmanInterval against statsmodels' confint_proportions_2indep(method='score', compare='ratio')", () => {
  for (const { first, second, alpha, lower, upper } of inference.koopman) {
    it(`${first.join("/")} : ${second.join("/")} at alpha ${alpha.toFixed(4)}`, () => {
      const pair = { first: fraction(first), second: fraction(second) };
      const interval = koopmanInterval(pair, quantileOf(alpha))!;
      expect(interval.lower / lower).to.be.closeTo(1, 1e-9);
      expect(interval.upper / upper).to.be.closeTo(1, 1e-9);
    });
  }
});

describe("simultaneousIntervals against Newcombe intervals at level 1 − alpha/m", () => {
  for (const { name, right, alpha, comparisons, lower, upper } of inference.simultaneous) {
    it(name, () => {
      const evidence = simultaneousIntervals(equalizedOddsComparisons(outcomesOfRight(right)), {
        alpha,
        minimumSupport: 1,
      });
      expect(evidence.comparisons).to.equal(comparisons);
      expect(evidence.lower).to.be.closeTo(lower, tolerance);
      expect(evidence.upper).to.be.closeTo(upper, tolerance);
    });
  }
});

describe("newcombeInterval against Fairlearn's bootstrap interval where a group has 0 to 3 rows", () => {
  const { bootstrap } = readFixture("edges.json");
  const z = quantileOf(0.05);

  it("has four of them, all with the same bounds: the bootstrap does not see how few rows there are", () => {
    expect(bootstrap.map(({ fractions }) => fractions[1])).to.deep.equal([
      [0, 0],
      [0, 1],
      [0, 2],
      [0, 3],
    ]);
    for (const { interval } of bootstrap) expect(interval).to.deep.equal(bootstrap[0]!.interval);
    expect(bootstrap[0]!.interval[0]).to.be.closeTo(0.565, 0.0005);
  });

  for (const { name, fractions, interval } of bootstrap) {
    it(name, () => {
      const ours = newcombeInterval({ first: fraction(fractions[0]), second: fraction(fractions[1]) }, z);
      if (fractions[1][1] === 0) {
        expect(ours).to.equal(null);
        return;
      }
      expect(ours!.upper - ours!.lower).to.be.above(2.5 * (interval[1] - interval[0]));
      expect(ours!.lower).to.be.below(0.15);
    });
  }
});
