import { Random } from "@evenodds/core";
import { dropoutMask } from "@evenodds/trainer/internal";
import { expect } from "chai";

describe("dropoutMask", () => {
  for (const rate of [0, 0.25, 0.5, 0.9]) {
    it(`drops a share of ${rate} and scales the rest to keep the mean`, () => {
      const { bits, scale } = dropoutMask(100_000, { rate, random: Random.of(1, "dropout") });
      expect(scale).to.equal(1 / (1 - rate));
      let kept = 0;
      for (let i = 0; i < 100_000; i++) kept += (bits[i >> 3]! >> (i & 7)) & 1;
      expect(1 - kept / 100_000).to.be.closeTo(rate, 0.01);
    });
  }

  it("takes its bits from the stream's coins in their order", () => {
    const { bits } = dropoutMask(50, { rate: 0.5, random: Random.of(3, "dropout") });
    const coins = Random.of(3, "dropout").coins(50);
    coins.forEach((coin, i) => expect((bits[i >> 3]! >> (i & 7)) & 1, `${i}`).to.equal(coin));
  });

  it("is a function of the stream", () => {
    const draw = (seed: number) => Array.from(dropoutMask(64, { rate: 0.3, random: Random.of(seed, "dropout") }).bits);
    expect(draw(1)).to.deep.equal(draw(1));
    expect(draw(1)).not.to.deep.equal(draw(2));
  });
});
