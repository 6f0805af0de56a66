import { meanEvidence } from "@evenodds/auditor/internal";
import { expect } from "chai";

const logs = (...values: number[]) => Float64Array.from(values, Math.log);

describe("meanEvidence", () => {
  it("is the mean over cells after every batch, and 1 without cells", () => {
    const cells = [
      { since: 0, logs: logs(1, 3, 5) },
      { since: 0, logs: logs(1, 1, 2) },
    ];
    expect([...meanEvidence(cells, 3)].map((value) => value.toFixed(9))).to.deep.equal([
      "1.000000000",
      "2.000000000",
      "3.500000000",
    ]);
    expect([...meanEvidence([], 2)]).to.deep.equal([1, 1]);
  });

  it("lets a cell that comes later begin with the mean of the others, so that the mean does not move", () => {
    const cells = [
      { since: 0, logs: logs(1, 0.5, 0.5) },
      { since: 1, logs: logs(1, 1, 4) },
    ];
    const mean = meanEvidence(cells, 3);
    expect(mean[1]).to.be.closeTo(0.5, 1e-12);
    // 0.5 in the one, 0.5 × 4 in the other.
    expect(mean[2]).to.be.closeTo((0.5 + 2) / 2, 1e-12);
  });

  it("stays finite", () => {
    expect(meanEvidence([{ since: 0, logs: Float64Array.of(0, 1e6) }], 2)[1]).to.be.closeTo(Math.exp(600), 1e250);
  });
});
