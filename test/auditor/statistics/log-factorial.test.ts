import { logFactorial, tabulateLogFactorials } from "@evenodds/auditor/internal";
import { expect } from "chai";

describe("logFactorial", () => {
  it("is the logarithm of small factorials", () => {
    expect([0, 1, 5, 10].map((n) => Math.round(Math.exp(logFactorial(n))))).to.deep.equal([1, 1, 120, 3_628_800]);
  });

  it("goes on smoothly where the series takes over, and does not change by being tabulated", () => {
    let sum = logFactorial(1000);
    for (let n = 1001; n <= 1100; n++) sum += Math.log(n);
    expect(logFactorial(1100)).to.be.closeTo(sum, 1e-9);
    const before = [1023, 1024, 1100, 5000, 5_000_000].map(logFactorial);
    tabulateLogFactorials(5000);
    expect([1023, 1024, 1100, 5000, 5_000_000].map(logFactorial)).to.deep.equal(before);
  });
});
