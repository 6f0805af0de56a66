import { dealtStatistic } from "@evenodds/auditor/internal";
import { expect } from "chai";

describe("dealtStatistic", () => {
  it("gives the share of tables that reach a value, ties and the observed table included", () => {
    // Observed 2; deals 1, 2, 3 and 0.
    const { observed, reach, shares } = dealtStatistic(Float64Array.from([2, 1, 2, 3, 0]));
    expect(observed).to.equal(2);
    expect([reach(3), reach(2), reach(1), reach(0), reach(3.5)]).to.deep.equal([1 / 5, 3 / 5, 4 / 5, 1, 0]);
    expect([...shares()]).to.deep.equal([3 / 5, 4 / 5, 3 / 5, 1 / 5, 1]);
  });

  it("takes values that differ by rounding for equal", () => {
    const { reach } = dealtStatistic(Float64Array.from([0.1 + 0.2, 0.3]));
    expect([reach(0.3), reach(0.1 + 0.2)]).to.deep.equal([1, 1]);
  });
});
