import { memories, runningBets } from "@evenodds/auditor/internal";
import { expect } from "chai";

describe("runningBets", () => {
  it("bets on earlier batches only, and not before there are rows", () => {
    const { rates, weights } = runningBets({ s: Float64Array.of(0, 3, 0, 4), n: Float64Array.of(0, 4, 0, 5) });
    // Full memory: nothing, nothing, (3 + 1) / (4 + 2), the same after an empty batch.
    expect([...rates.subarray(0, 4)]).to.deep.equal([NaN, NaN, 4 / 6, 4 / 6]);
    expect([...weights.subarray(0, 4)]).to.deep.equal([2, 2, 6, 6]);
  });

  it("forgets a share of what is older with every batch", () => {
    expect(memories).to.deep.equal([1, 0.8]);
    const { rates, weights } = runningBets({ s: Float64Array.of(10, 0, 0), n: Float64Array.of(10, 10, 10) });
    // 0.8 × 10 of 0.8 × 10 + 10 rows.
    expect(rates[5]).to.be.closeTo((8 + 1) / (18 + 2), 1e-12);
    expect(weights[5]).to.be.closeTo(18 + 2, 1e-12);
    expect(rates[2]).to.be.closeTo((10 + 1) / (20 + 2), 1e-12);
  });
});
