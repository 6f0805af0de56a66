import { EngineError } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";
import { guardMemory } from "../../../../packages/trainer/src/engines/wasm/guard-memory.js";
import { openWasmEngine } from "../../../../packages/trainer/src/engines/wasm/wasm-engine.js";

describe("guardMemory", () => {
  const guarded = (malloc: (bytes: number) => number) => {
    const wasm = {
      // As Emscripten has it: the first call puts the real function in its own place.
      _malloc: (bytes: number): number => {
        wasm._malloc = malloc;
        return bytes;
      },
      _free: () => undefined,
    };
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
      const wasm = guarded(malloc);
      const allocate = () => wasm._malloc(3 * 2 ** 20);
      expect(allocate).to.throw(EngineError, words);
      expect(allocate, "once more").to.throw(EngineError, words);
    }
  });

  it("keeps the engine from tensors of 4 GiB, of which the backend would ask for no memory at all", async () => {
    await openWasmEngine();
    const backend = tf.backend() as tf.KernelBackend & { makeOutput(shape: number[], dtype: tf.DataType): unknown };
    expect(() => backend.makeOutput([2 ** 30], "float32")).to.throw(EngineError, /no room for another 4096 MiB/);
  });

  it("keeps the engine from a tensor behind which the memory ends", async () => {
    await openWasmEngine();
    const backend = tf.backend() as tf.KernelBackend & {
      makeOutput(shape: number[], dtype: tf.DataType): tf.TensorInfo;
    };
    const made: tf.TensorInfo[] = [];
    // A gigabyte each, of which nothing is touched.
    const fill = () => {
      while (made.length < 5) made.push(backend.makeOutput([2 ** 28], "float32"));
    };
    expect(fill).to.throw(EngineError, /no room for another 1024 MiB/);
    expect(made).to.have.length.within(1, 3);
    for (const { dataId } of made) backend.disposeData(dataId);
  });
});
