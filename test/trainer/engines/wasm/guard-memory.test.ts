import { EngineError } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";
import { guardMemory } from "../../../../packages/trainer/src/engines/wasm/guard-memory.js";
import { openWasmEngine } from "../../../../packages/trainer/src/engines/wasm/wasm-engine.js";

describe("guardMemory", () => {
  const guarded = (malloc: (bytes: number) => number) => {
    const wasm = { _malloc: malloc };
    guardMemory(wasm);
    guardMemory(wasm);
    return wasm;
  };
  const words =
    /engine wasm: expected a run that fits into the 4 GiB .* found no room for another 3 MiB; take --engine/;

  it("passes addresses on, those above 2 GiB too, which are negative numbers", () => {
    const wasm = guarded((bytes) => (bytes > 100 ? -8 : bytes));
    expect([16, 200, 0].map((bytes) => wasm._malloc(bytes))).to.deep.equal([16, -8, 0]);
  });

  it("refuses in words where the allocator has no room, gives address 0 or traps", () => {
    const trap = () => {
      throw new RangeError("memory access out of bounds");
    };
    for (const malloc of [() => 0, trap]) {
      expect(() => guarded(malloc)._malloc(3 * 2 ** 20)).to.throw(EngineError, words);
    }
  });

  it("keeps the engine from tensors of 4 GiB, of which the backend would ask for no memory at all", async () => {
    await openWasmEngine();
    const backend = tf.backend() as tf.KernelBackend & { makeOutput(shape: number[], dtype: tf.DataType): unknown };
    expect(() => backend.makeOutput([2 ** 30], "float32")).to.throw(EngineError, /no room for another 4096 MiB/);
  });
});
