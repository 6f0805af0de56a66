import { Random, UsageError } from "@evenodds/core";
import { drawPairs, type PairKind } from "@evenodds/trainer";
import { expect } from "chai";
import { expectClose } from "../../support/expect-close.js";

describe("drawPairs", () => {
  const draw = (kind: PairKind, pairCount: number, seed = 1) =>
    drawPairs(kind, { pairCount, random: Random.of(seed, "pairs") });

  it("shifts the first coordinate by 0.1 and leaves the second alone", () => {
    const { first, second, dimension } = draw("shift", 50);
    expect(dimension).to.equal(2);
    expectClose(
      second.map((value, i) => value - first[i]!),
      Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 0.1 : 0)),
      1e-6,
    );
  });

  it("turns by a quarter: lengths stay, pairs are at right angles, and the cross product is |x|²", () => {
    const { first, second } = draw("rotation", 50);
    for (let i = 0; i < 100; i += 2) {
      const [a, b, c, d] = [first[i]!, first[i + 1]!, second[i]!, second[i + 1]!];
      expect(a * c + b * d).to.be.closeTo(0, 1e-12);
      expect(a * d - b * c).to.be.closeTo(a * a + b * b, 1e-12);
    }
  });

  it("draws x₁ with mean 0 and variance 1 in both coordinates", () => {
    const { first } = draw("shift", 4000);
    for (const offset of [0, 1]) {
      const values = Array.from(first).filter((_, i) => i % 2 === offset);
      const mean = values.reduce((sum, value) => sum + value, 0) / 4000;
      const variance = values.reduce((sum, value) => sum + value * value, 0) / 4000;
      expect(mean).to.be.closeTo(0, 4 / Math.sqrt(4000));
      expect(variance).to.be.closeTo(1, 4 * Math.sqrt(2 / 4000));
    }
  });

  it("gives the same pairs for the same seed, and others for another", () => {
    expect(draw("rotation", 5)).to.deep.equal(draw("rotation", 5));
    expect(draw("rotation", 5)).not.to.deep.equal(draw("rotation", 5, 2));
  });

  it("refuses an unknown kind and a count that is not a whole number from 1", () => {
    expect(() => draw("rotate" as PairKind, 5)).to.throw(UsageError, /rotate.*rotation/);
    for (const bad of [0, -1, 1.5, NaN]) expect(() => draw("shift", bad)).to.throw(UsageError, /pairCount.*from 1/);
  });
});
