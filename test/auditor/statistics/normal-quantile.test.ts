import { normalQuantile } from "@evenodds/auditor";
import { UsageError } from "@evenodds/core";
import { expect } from "chai";

describe("normalQuantile", () => {
  it("agrees with Python's statistics.NormalDist().inv_cdf in the centre and in both tails", () => {
    const known: [number, number][] = [
      [1e-300, -37.0470962993612],
      [1e-20, -9.262340089798405],
      [1e-9, -5.9978070150076865],
      [0.001, -3.090232306167813],
      [0.025, -1.9599639845400538],
      [0.075, -1.4395314709384557],
      [0.3, -0.5244005127080407],
      [0.5, 0],
      [0.6, 0.2533471031357998],
      [0.999999, 4.753424308817089],
    ];
    for (const [probability, z] of known)
      expect(normalQuantile(probability)).to.be.closeTo(z, 1e-13 * (1 + Math.abs(z)));
  });

  it("is odd around one half", () => {
    for (const p of [0.001, 0.05, 0.2, 0.45]) expect(normalQuantile(p)).to.be.closeTo(-normalQuantile(1 - p), 1e-12);
  });

  it("rejects everything outside (0, 1)", () => {
    for (const bad of [0, 1, -0.1, 1.5, NaN]) expect(() => normalQuantile(bad)).to.throw(UsageError, /probability/);
  });
});
