import { Random } from "@evenodds/core";
import { expect } from "chai";
import { dropoutMask } from "../../../packages/trainer/src/layers/dropout-mask.js";

describe("dropoutMask", () => {
  for (const rate of [0, 0.25, 0.5, 0.9]) {
    it(`drops a share of ${rate} and scales the rest to keep the mean`, () => {
      const mask = dropoutMask(100_000, { rate, random: Random.of(1, "dropout") });
      const kept = Math.fround(1 / (1 - rate));
      expect(new Set(mask)).to.deep.equal(new Set(rate === 0 ? [kept] : [kept, 0]));
      const dropped = mask.filter((factor) => factor === 0).length / mask.length;
      expect(dropped).to.be.closeTo(rate, 0.01);
    });
  }

  it("is a function of the stream", () => {
    const draw = (seed: number) => Array.from(dropoutMask(64, { rate: 0.5, random: Random.of(seed, "dropout") }));
    expect(draw(1)).to.deep.equal(draw(1));
    expect(draw(1)).not.to.deep.equal(draw(2));
  });
});
