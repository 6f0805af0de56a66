import { spawnSync } from "node:child_process";
import { EngineError } from "@evenodds/core";
import { guardMemory, openWasmEngine } from "@evenodds/trainer/internal";
import * as tf from "@tensorflow/tfjs-core";
import { expect } from "chai";

describe("guardMemory", () => {
  const guarded = (malloc: (bytes: number) => number) => {
    const wasm = {
      // As Emscripten has it: the first call puts the real function in its own place.
      _malloc: (bytes: number): number => {
        wasm._malloc = malloc;
        return bytes;
      },
      _free: () => undefined,
      HEAPU8: { length: 2 ** 32 } as Uint8Array,
    };
    guardMemory(wasm);
    guardMemory(wasm);
    return wasm;
  };
  const words =
    /engine wasm: expected a run that fits into the 4 GiB .* found no room for another 3 MiB; take ‘engine’/;

  it("passes addresses on, those above 2 GiB too, which are negative numbers", () => {
    const wasm = guarded((bytes) => (bytes > 100 ? -256 : bytes));
    expect([16, 200, 0].map((bytes) => wasm._malloc(bytes))).to.deep.equal([16, -256, 0]);
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

  it("refuses a place behind the memory, and then everything", () => {
    const wasm = guarded(() => -(2 ** 20));
    expect(wasm._malloc(2 ** 20)).to.equal(-(2 ** 20));
    expect(() => wasm._malloc(3 * 2 ** 20)).to.throw(EngineError, words);
    expect(() => wasm._malloc(1)).to.throw(EngineError, /no room for another 1 MiB/);
  });

  it("keeps the engine from tensors of 4 GiB, of which the backend would ask for no memory at all", async () => {
    await openWasmEngine();
    const backend = tf.backend() as tf.KernelBackend & { makeOutput(shape: number[], dtype: tf.DataType): unknown };
    expect(() => backend.makeOutput([2 ** 30], "float32")).to.throw(EngineError, /no room for another 4096 MiB/);
  });

  // In processes of their own, which end with their memory. What was there before moves the end of the heap.
  for (const before of [0, 30_000, 9_000_000]) {
    it(`keeps the engine from a tensor behind which the memory ends, after ${before} numbers`, () => {
      const engine = new URL("../../../packages/trainer/src/engines/open-wasm-engine.ts", import.meta.url);
      const script = `
        import * as tf from "@tensorflow/tfjs-core";
        const { openWasmEngine } = await import(${JSON.stringify(engine.href)});
        await openWasmEngine();
        const make = (size) => tf.backend().makeOutput([size], "float32");
        if (${before} > 0) tf.backend().disposeData(make(${before}).dataId);
        let made = 0;
        try {
          // A gigabyte each, of which nothing is touched.
          for (; made < 5; made++) make(2 ** 28);
        } catch ({ name, message }) {
          console.log(JSON.stringify({ made, name, message }));
        }`;
      const options = ["--import=tsx", "--conditions=@evenodds/source", "--input-type=module", "-e", script];
      const { stdout, stderr } = spawnSync(process.execPath, options, { encoding: "utf8" });
      const last = stdout.trim().split("\n").at(-1)!;
      expect(last, stderr).to.match(/^\{/);
      const { made, name, message } = JSON.parse(last) as { made: number; name: string; message: string };
      expect(made).to.be.within(1, 3);
      expect(name).to.equal("EngineError");
      expect(message).to.match(/no room for another 1024 MiB/);
    });
  }
});
