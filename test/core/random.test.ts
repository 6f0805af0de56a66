import { Random } from "@evenodds/core";
import { expect } from "chai";

describe("Random", () => {
  it("gives the same numbers for the same seed and stream", () => {
    const draw = () =>
      Array.from(
        { length: 5 },
        (
          (random) => () =>
            random.integer(1000)
        )(Random.of(7, "split")),
      );
    expect(draw()).to.deep.equal(draw());
  });

  it("gives other numbers for a nearby seed and for another stream", () => {
    const first = (seed: number, stream: string) => Random.of(seed, stream).uniform();
    expect(new Set([first(7, "a"), first(8, "a"), first(7, "b")]).size).to.equal(3);
  });

  it("goes on from a saved state as if it had never stopped", () => {
    const random = Random.of(1, "x");
    random.normal();
    const { state } = random;
    const next = [random.uniform(), random.uniform()];
    const resumed = Random.fromState(state);
    expect([resumed.uniform(), resumed.uniform()]).to.deep.equal(next);
  });

  it("draws normals of mean 0 and variance 1", () => {
    const random = Random.of(3, "normal");
    const values = Array.from({ length: 20_000 }, () => random.normal());
    const mean = values.reduce((a, b) => a + b) / values.length;
    const variance = values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length;
    expect(mean).to.be.closeTo(0, 0.03);
    expect(variance).to.be.closeTo(1, 0.05);
  });

  it("shuffles into a permutation of the same values", () => {
    const shuffled = Random.of(5, "shuffle").shuffle(Int32Array.from({ length: 100 }, (_, i) => i));
    expect(shuffled).not.to.deep.equal(Int32Array.from(shuffled).sort());
    expect(Array.from(shuffled).sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 100 }, (_, i) => i));
  });

  it("flips fair coins without a pattern in its position", () => {
    const order = Random.of(1, "order").coins(24_000);
    for (let phase = 0; phase < 24; phase++) {
      const ones = order.filter((_, n) => n % 24 === phase).reduce((a, b) => a + b, 0);
      expect(ones / 1000, `position ${phase}`).to.be.closeTo(0.5, 0.07);
    }
  });
});
