import { runProbe } from "@evenodds/cli/internal";
import { expect } from "chai";
import { skipBecause } from "../../support/skip-because.js";

describe("runProbe", () => {
  it("finds that the parts that are always there work", async () => {
    expect(await runProbe("duckdb"))
      .to.have.property("description")
      .that.matches(/^DuckDB \d+\.\d+\.\d+$/);
    expect(await runProbe("provider cpu")).to.deep.equal({ works: true, description: "a small model" });
    expect(await runProbe("wasm"))
      .to.have.property("description")
      .that.matches(/^wasm \(SIMD, \d+ threads?\)$/);
  });

  it("returns reason and remedy of one that does not", async function () {
    const outcome = await runProbe("provider cuda");
    if (outcome.works) return skipBecause(this, "CUDA works here");
    expect(outcome.reason).not.to.equal("");
    expect(outcome.remedy).to.match(/provider cpu/);
  });
});
