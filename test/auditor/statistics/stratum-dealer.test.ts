import { cellDealer, rowDealer, strataOf, type Stratum } from "@evenodds/auditor/internal";
import { Random } from "@evenodds/core";
import { expect } from "chai";

/** Label 0 alone: group a has 3 rows, b 2, c 4; predictions 0, 1 and 2 occur 4, 3 and 2 times. */
function stratum(): Stratum {
  const none = [0, 0, 0, 0, 0, 0];
  const counts = [
    [2, 1, 0],
    [1, 0, 1],
    [1, 2, 1],
  ].flatMap((row) => [...row, ...none]);
  const outcomes = { groups: ["a", "b", "c"], classes: ["0", "1", "2"], excluded: {} };
  return strataOf({ ...outcomes, counts: Float64Array.from(counts) }, 1)[0]!;
}

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

describe("stratumDealer", () => {
  for (const [name, dealer] of Object.entries({ rowDealer, cellDealer })) {
    it(`${name} gives every table its exact probability`, () => {
      const dealt = stratum();
      const deal = dealer(dealt);
      const random = Random.of(4, name);
      const seen = new Map<string, number>();
      const draws = 40_000;
      for (let i = 0; i < draws; i++) {
        deal(random);
        const key = dealt.table.join();
        seen.set(key, (seen.get(key) ?? 0) + 1);
      }
      const product = (values: ArrayLike<number>) => Array.from(values).reduce((all, n) => all * factorial(n), 1);
      let chiSquare = 0;
      let bins = 0;
      let mass = 0;
      for (const [key, observed] of seen) {
        const table = key.split(",").map(Number);
        const probability = (product(dealt.sizes) * product(dealt.totals)) / (factorial(9) * product(table));
        mass += probability;
        const expected = draws * probability;
        if (expected < 10) continue;
        chiSquare += (observed - expected) ** 2 / expected;
        bins++;
      }
      // All tables were seen, and their frequencies fit: (χ² − df) / √(2 df) is about standard normal.
      expect(mass).to.be.closeTo(1, 1e-3);
      expect((chiSquare - bins) / Math.sqrt(2 * bins)).to.be.within(-3.5, 3.5);
    });
  }
});
