import { EngineError } from "@evenodds/core";
import { openScratchMemory } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { caught } from "../../support/caught.js";

describe("openScratchMemory", () => {
  it("keeps constants, and puts parts behind them over those of the call before", () => {
    const { memory, addresses } = openScratchMemory([Int32Array.of(1, -2, 3), Int32Array.of(4)]);
    const [a, room, b] = memory.place([Float32Array.of(1.5), 1000, Int32Array.of(7, 8)]);
    expect(Array.from(memory.floats(a, 1))).to.deep.equal([1.5]);
    expect(Array.from(memory.integers(b, 2))).to.deep.equal([7, 8]);
    expect(b - room).to.be.at.least(4000);
    const [c] = memory.place([Float32Array.of(2.5)]);
    expect(c).to.equal(a);
    expect(Array.from(memory.integers(addresses[0], 3))).to.deep.equal([1, -2, 3]);
    expect(Array.from(memory.integers(addresses[1], 1))).to.deep.equal([4]);
  });

  it("begins every part at a cache line", () => {
    const { memory, addresses } = openScratchMemory([Int32Array.of(1), Int32Array.of(2)]);
    const places = [...addresses, ...memory.place([new Float32Array(17), 3, new Int32Array(0), 1])];
    expect(places.map((place) => place % 64)).to.deep.equal([0, 0, 0, 0, 0, 0]);
  });

  it("copies parts of larger arrays, and copies that last out again", () => {
    const { memory } = openScratchMemory([]);
    const [at] = memory.place([Float32Array.of(1, 2, 3, 4).subarray(1, 3)]);
    const copy = memory.floats(at, 2);
    memory.place([Float32Array.of(9, 9), 1_000_000]);
    expect(Array.from(copy)).to.deep.equal([2, 3]);
  });

  it("refuses what 32-bit addresses do not reach", async () => {
    const { memory } = openScratchMemory([]);
    const error = await caught(() => memory.place([2 ** 29, 2 ** 29, 1]));
    expect(error).to.be.instanceOf(EngineError);
    expect(error.message).to.match(/at most 4 GiB.*4097 MiB.*hidden/);
  });
});
