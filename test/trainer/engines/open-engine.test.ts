import { EngineError, UsageError } from "@evenodds/core";
import { openEngine } from "@evenodds/trainer";
import { gpuIsPresent } from "@evenodds/trainer/internal";
import { locateAddon } from "@evenodds/trainer/tensorflow";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { skipBecause } from "../../support/skip-because.js";

describe("openEngine", () => {
  it("says what auto chose: TensorFlow where it is set up, else WebAssembly", async () => {
    const engine = await openEngine("auto");
    if (locateAddon("cpu") === null) {
      expect(engine.name).to.equal("wasm");
      expect(engine.description).to.match(/^wasm \(SIMD, \d+ threads?\)/);
    } else {
      expect(engine.name).to.equal("tensorflow");
      expect(engine.description).to.match(/^TensorFlow 2\.\d+\.\d+ \(CPU\)/);
    }
  });

  it("rejects an unknown name with a near match", async () => {
    const error = await caught(() => openEngine("wasn"));
    expect(error).to.be.instanceOf(UsageError);
    expect(error.message).to.contain('did you mean "wasm"?');
  });

  it("never takes another engine than the one named: no GPU is an error with the remedy", async function () {
    if (gpuIsPresent()) skipBecause(this, "this machine has a GPU");
    const error = await caught(() => openEngine("tensorflow-gpu"));
    expect(error).to.be.instanceOf(EngineError);
    expect(error.message).to.match(/tensorflow-gpu: .*(setup:tensorflow -- --gpu|evenodds doctor)/);
  });
});
