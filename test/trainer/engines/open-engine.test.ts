import { UsageError } from "@evenodds/core";
import { openEngine } from "@evenodds/trainer";
import { expect } from "chai";

describe("openEngine", () => {
  it("says what auto chose", async () => {
    const engine = await openEngine("auto");
    expect(engine.name).to.equal("wasm");
    expect(engine.description).to.match(/^wasm \(SIMD, \d+ threads?\)$/);
  });

  it("rejects an unknown name with a near match", async () => {
    const error = await openEngine("wasn").catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(UsageError);
    expect((error as Error).message).to.contain('did you mean "wasm"?');
  });
});
