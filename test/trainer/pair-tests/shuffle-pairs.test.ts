import { shufflePairs } from "@evenodds/trainer/internal";
import { expect } from "chai";

describe("shufflePairs", () => {
  const pairs = {
    pairCount: 2,
    dimension: 2,
    first: Float32Array.of(1, 2, 3, 4),
    second: Float32Array.of(5, 6, 7, 8),
  };

  it("lays the points of a pair side by side, x₁ first where the order is 0 and x₂ first where it is 1", () => {
    const rows = shufflePairs(pairs, Uint8Array.of(0, 1));
    expect(Array.from(rows)).to.deep.equal([1, 2, 5, 6, 7, 8, 3, 4]);
  });

  it("with all orders turned shows the swapped pairs", () => {
    const swapped = { ...pairs, first: pairs.second, second: pairs.first };
    expect(shufflePairs(pairs, Uint8Array.of(1, 0))).to.deep.equal(shufflePairs(swapped, Uint8Array.of(0, 1)));
  });
});
