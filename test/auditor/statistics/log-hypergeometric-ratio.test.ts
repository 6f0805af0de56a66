import type { Urn } from "@evenodds/auditor";
import { logHypergeometricRatio } from "@evenodds/auditor/internal";
import { expect } from "chai";

/** ln p(to)/p(from) as a sum over the steps between: p(x+1)/p(x) = (K−x)(n−x) / ((x+1)(U−n+x+1)). */
function stepwise({ marked, unmarked, sample }: Urn, from: number, to: number): number {
  let log = 0;
  for (let x = Math.min(from, to); x < Math.max(from, to); x++) {
    log += Math.log1p(((marked - x) * (sample - x)) / ((x + 1) * (unmarked - sample + x + 1)) - 1);
  }
  return to < from ? -log : log;
}

describe("logHypergeometricRatio", () => {
  it("is the quotient of two probabilities that can be counted by hand", () => {
    // Two of 4 balls, 2 of them marked: p(0) = 1/6, p(1) = 4/6.
    expect(logHypergeometricRatio({ marked: 2, unmarked: 2, sample: 2 }, { from: 0, to: 1 })).to.be.closeTo(
      Math.log(4),
      1e-14,
    );
  });

  for (const [marked, unmarked, sample] of [
    [900, 8_100, 1_000],
    [9_000, 700, 4_000],
    [400_000, 900_000, 30_000],
    [30_000, 5_000_000, 20_000],
    [100_000_000, 900_000_000, 100_000_000],
    [1_000_000_000, 10_000_000, 700_000_000],
  ] as const) {
    it(`adds up the steps between: ${sample} of ${marked} + ${unmarked}`, () => {
      const urn = { marked, unmarked, sample };
      const total = marked + unmarked;
      const mode = Math.floor(((sample + 1) * (marked + 1)) / (total + 2));
      const deviation = Math.sqrt((sample * marked * unmarked * (total - sample)) / total ** 3);
      for (const z of [-6, -2, -0.3, 0, 0.5, 1, 7]) {
        const to = mode + Math.round(z * deviation);
        const ratio = logHypergeometricRatio(urn, { from: mode, to });
        expect(ratio).to.be.closeTo(stepwise(urn, mode, to), 2e-9);
        expect(logHypergeometricRatio(urn, { from: to, to: mode })).to.be.closeTo(-ratio, 2e-9);
      }
    });
  }
});
