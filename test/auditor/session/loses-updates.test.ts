import { losesUpdates } from "@evenodds/auditor";
import { expect } from "chai";

describe("losesUpdates", () => {
  it("is true of a racing scatter on the CPU, and where nodes may go there", () => {
    const racing = { racingScatters: 2 };
    expect(losesUpdates(racing, { provider: "cpu" })).to.equal(true);
    for (const provider of ["cuda", "webgpu"] as const) {
      expect(losesUpdates(racing, { provider })).to.equal(false);
      expect(losesUpdates(racing, { provider, allowFallback: true })).to.equal(true);
    }
  });

  it("is false of a model without one, wherever it runs", () => {
    for (const provider of ["cpu", "cuda", "webgpu"] as const) {
      expect(losesUpdates({ racingScatters: 0 }, { provider, allowFallback: true })).to.equal(false);
    }
  });
});
