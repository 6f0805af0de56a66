import { drawHypergeometric, drawMultivariateHypergeometric, type Urn } from "@evenodds/auditor";
import { Random } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";

/** Probability of x marked balls, as a product of fractions: no factorial of the implementation is used. */
function probability({ marked, unmarked, sample }: Urn, x: number): number {
  const choose = (n: number, k: number) => {
    let log = 0;
    for (let i = 1; i <= k; i++) log += Math.log((n - k + i) / i);
    return log;
  };
  return Math.exp(choose(marked, x) + choose(unmarked, sample - x) - choose(marked + unmarked, sample));
}

function support({ marked, unmarked, sample }: Urn): number[] {
  const lowest = Math.max(0, sample - unmarked);
  return Array.from({ length: Math.min(sample, marked) - lowest + 1 }, (_, i) => lowest + i);
}

/**
 * (χ² − degrees of freedom) / √(2 · degrees of freedom) of draws against probabilities, pooled to expectations ≥ 10.
 */
function chiSquareScore(urn: Urn, draws: number): number {
  const random = Random.of(1, `hypergeometric ${urn.marked} ${urn.unmarked} ${urn.sample}`);
  const seen = new Map<number, number>();
  for (let i = 0; i < draws; i++) {
    const x = drawHypergeometric(random, urn);
    seen.set(x, (seen.get(x) ?? 0) + 1);
  }
  const bins = [{ expected: 0, observed: 0 }];
  for (const x of support(urn)) {
    if (bins.at(-1)!.expected >= 10) bins.push({ expected: 0, observed: 0 });
    bins.at(-1)!.expected += draws * probability(urn, x);
    bins.at(-1)!.observed += seen.get(x) ?? 0;
  }
  const tail = bins.pop()!;
  const last = bins.at(-1)!;
  last.expected += tail.expected;
  last.observed += tail.observed;
  const chiSquare = bins.reduce((sum, { expected, observed }) => sum + (observed - expected) ** 2 / expected, 0);
  const freedom = bins.length - 1;
  return (chiSquare - freedom) / Math.sqrt(2 * freedom);
}

/**
 * Draws against probabilities from the quotients p(x+1)/p(x) alone, out to 12 standard deviations: χ² over about 60
 * bins as above, and mean and variance in standard errors.
 */
function againstRecurrence(urn: Urn, draws: number): { score: number; mean: number; variance: number } {
  const { marked, unmarked, sample } = urn;
  const total = marked + unmarked;
  const share = marked / total;
  const average = sample * share;
  const spread = average * (1 - share) * ((total - sample) / (total - 1));
  const reach = Math.ceil(12 * Math.sqrt(spread));
  const lowest = Math.max(0, sample - unmarked, Math.floor(average) - reach);
  const highest = Math.min(sample, marked, Math.floor(average) + reach);
  const mode = Math.floor(((sample + 1) * (marked + 1)) / (total + 2));
  const weights = new Float64Array(highest - lowest + 1);
  const up = (x: number) => ((marked - x) / (x + 1)) * ((sample - x) / (unmarked - sample + x + 1));
  weights[mode - lowest] = 1;
  for (let x = mode; x < highest; x++) weights[x + 1 - lowest] = weights[x - lowest]! * up(x);
  for (let x = mode; x > lowest; x--) weights[x - 1 - lowest] = weights[x - lowest]! / up(x - 1);
  const all = weights.reduce((sum, weight) => sum + weight, 0);

  const random = Random.of(3, `large urn ${marked} ${unmarked} ${sample}`);
  const seen = new Map<number, number>();
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < draws; i++) {
    const x = drawHypergeometric(random, urn);
    seen.set(x, (seen.get(x) ?? 0) + 1);
    sum += x - average;
    squares += (x - average) ** 2;
  }
  const bins = [{ expected: 0, observed: 0 }];
  for (let x = lowest; x <= highest; x++) {
    if (bins.at(-1)!.expected >= draws / 60) bins.push({ expected: 0, observed: 0 });
    bins.at(-1)!.expected += (draws * weights[x - lowest]!) / all;
    bins.at(-1)!.observed += seen.get(x) ?? 0;
  }
  const tail = bins.pop()!;
  bins.at(-1)!.expected += tail.expected;
  bins.at(-1)!.observed += tail.observed;
  const chiSquare = bins.reduce((found, { expected, observed }) => found + (observed - expected) ** 2 / expected, 0);
  const freedom = bins.length - 1;
  return {
    score: (chiSquare - freedom) / Math.sqrt(2 * freedom),
    mean: sum / draws / Math.sqrt(spread / draws),
    variance: (squares / draws / spread - 1) / Math.sqrt(2 / draws),
  };
}

describe("drawHypergeometric", () => {
  const urns: Record<string, Urn> = {
    "a few balls": { marked: 7, unmarked: 5, sample: 6 },
    "a rare mark": { marked: 3, unmarked: 500, sample: 200 },
    "a common mark": { marked: 400, unmarked: 30, sample: 50 },
    "just below rejection (variance 99)": { marked: 800, unmarked: 800, sample: 790 },
    "rejection (variance 375)": { marked: 3000, unmarked: 3000, sample: 3000 },
    "rejection, skewed": { marked: 9000, unmarked: 700, sample: 4000 },
    "rejection, small sample share": { marked: 20_000, unmarked: 60_000, sample: 1000 },
  };
  for (const [name, urn] of Object.entries(urns)) {
    it(`follows the exact distribution: ${name}`, () => {
      expect(chiSquareScore(urn, 40_000)).to.be.within(-3.5, 3.5);
    });
  }

  // Regimes of the sampler: just over variance 25, skewed, factorials in a table, and beyond every table.
  const large: Record<string, Urn> = {
    "variance just over 25, a rare mark": { marked: 28, unmarked: 2_000_000_000, sample: 1_900_000_000 },
    "variance 27, even": { marked: 108, unmarked: 20_000, sample: 10_000 },
    "variance 81, ten groups": { marked: 1_000, unmarked: 9_000, sample: 1_000 },
    "variance 8,100": { marked: 100_000, unmarked: 900_000, sample: 100_000 },
    "a rare mark among a billion": { marked: 5_000, unmarked: 1_000_000_000, sample: 30_000_000 },
    "almost all drawn": { marked: 700_000, unmarked: 50_000_000, sample: 50_690_000 },
    "almost all marked": { marked: 900_000_000, unmarked: 3_000, sample: 200_000_000 },
    "three billion balls": { marked: 1_000_000, unmarked: 3_000_000_000, sample: 2_000_000 },
  };
  for (const [name, urn] of Object.entries(large)) {
    it(`follows the exact distribution, mean and variance of large urns: ${name}`, () => {
      const { score, mean, variance } = againstRecurrence(urn, 40_000);
      expect(score).to.be.within(-3.5, 3.5);
      expect(mean).to.be.within(-4, 4);
      expect(variance).to.be.within(-5, 5);
    });
  }

  it("has the right mean and spread for ten million balls", () => {
    const urn = { marked: 3e6, unmarked: 7e6, sample: 2e6 };
    const random = Random.of(2, "large urn");
    const draws = Array.from({ length: 20_000 }, () => drawHypergeometric(random, urn));
    const mean = draws.reduce((a, b) => a + b) / draws.length;
    const deviation = Math.sqrt(draws.reduce((sum, x) => sum + (x - mean) ** 2, 0) / draws.length);
    // Mean 600,000; variance 2e6 · .3 · .7 · .8 = 336,000, deviation 579.66.
    expect(mean).to.be.closeTo(600_000, 4 * (579.66 / Math.sqrt(20_000)));
    expect(deviation / 579.66).to.be.closeTo(1, 0.02);
  });

  it("never leaves the support, whatever the urn", () => {
    const urn = fc
      .record({ marked: fc.nat(3000), unmarked: fc.nat(3000) })
      .chain((balls) => fc.nat(balls.marked + balls.unmarked).map((sample) => ({ ...balls, sample })));
    const random = Random.of(3, "support");
    fc.assert(
      fc.property(urn, (balls) => {
        const possible = support(balls);
        for (let i = 0; i < 5; i++) {
          expect(drawHypergeometric(random, balls)).to.be.within(possible[0]!, possible.at(-1)!);
        }
      }),
    );
  });

  it("draws the same numbers for the same seed", () => {
    const draw = () => {
      const random = Random.of(4, "same");
      return Array.from({ length: 20 }, () => drawHypergeometric(random, { marked: 500, unmarked: 900, sample: 700 }));
    };
    expect(draw()).to.deep.equal(draw());
  });
});

describe("drawMultivariateHypergeometric", () => {
  it("takes what it draws out of the urn, colour by colour", () => {
    const left = Float64Array.from([5, 0, 7, 3]);
    const into = new Float64Array(4);
    drawMultivariateHypergeometric(Random.of(1, "colours"), { left, sample: 9, into });
    expect(into.reduce((a, b) => a + b)).to.equal(9);
    expect([...left].map((rest, c) => rest + into[c]!)).to.deep.equal([5, 0, 7, 3]);
    expect(Math.min(...left, ...into)).to.be.at.least(0);
  });

  it("has sample · share as the mean of every colour, and the covariance of sampling without replacement", () => {
    const random = Random.of(2, "colours");
    const into = new Float64Array(3);
    const sums = [0, 0, 0];
    let product = 0;
    const draws = 20_000;
    for (let i = 0; i < draws; i++) {
      drawMultivariateHypergeometric(random, { left: Float64Array.from([20, 30, 50]), sample: 10, into });
      into.forEach((x, c) => (sums[c]! += x));
      product += into[0]! * into[1]!;
    }
    const means = sums.map((sum) => sum / draws);
    expect(means[0]).to.be.closeTo(2, 0.04);
    expect(means[1]).to.be.closeTo(3, 0.04);
    expect(means[2]).to.be.closeTo(5, 0.04);
    // −n p₁ p₂ (N − n)/(N − 1) = −10 · .2 · .3 · 90/99
    expect(product / draws - means[0]! * means[1]!).to.be.closeTo((-0.6 * 90) / 99, 0.06);
  });
});
