import { fewHeads, HalfBinomial } from "@evenodds/auditor/internal";
import { Random } from "@evenodds/core";
import { expect } from "chai";

describe("HalfBinomial", () => {
  for (const tosses of [1, 2, 7, 30]) {
    it(`draws as many heads of ${tosses} tosses as there are to be`, () => {
      const coin = new HalfBinomial(tosses);
      const random = Random.of(3, `heads ${tosses}`);
      const draws = 20_000;
      const below = new Float64Array(tosses + 1);
      for (let i = 0; i < draws; i++) {
        const heads = coin.draw(random);
        for (let k = heads; k <= tosses; k++) below[k]!++;
      }
      // Kolmogorov's bound at 1e-6.
      for (let k = 0; k <= tosses; k++) expect(below[k]! / draws).to.be.closeTo(fewHeads(k, tosses), 0.0191);
    });
  }

  it("has mean and variance of a million tosses", () => {
    const coin = new HalfBinomial(1_000_000);
    const random = Random.of(1, "a million");
    const drawn = Array.from({ length: 4000 }, () => (coin.draw(random) - 500_000) / 500);
    const mean = drawn.reduce((sum, z) => sum + z, 0) / drawn.length;
    const square = drawn.reduce((sum, z) => sum + z * z, 0) / drawn.length;
    expect(mean).to.be.closeTo(0, 5 / Math.sqrt(4000));
    expect(square).to.be.closeTo(1, 5 * Math.sqrt(2 / 4000));
  });
});
