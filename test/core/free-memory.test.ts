import { setImmediate, setTimeout } from "node:timers/promises";
import { freeMemory, freeMemoryAbove } from "@evenodds/core";
import { expect } from "chai";

/** Returns a look at bytes that nobody holds. */
async function letGo(): Promise<() => boolean> {
  const look = new WeakRef(new Uint8Array(1000));
  // What was made in this turn is held until its end.
  await setImmediate();
  return () => look.deref() !== undefined;
}

describe("freeMemory", () => {
  it("gives back what nobody holds", async () => {
    const isThere = await letGo();
    await freeMemory();
    expect(isThere()).to.equal(false);
  });

  it("gives back buffers outside of the heap", async () => {
    await freeMemory();
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 8; i++) new Float64Array(1e6).fill(i);
    await freeMemory();
    const held = () => process.memoryUsage().arrayBuffers - before;
    // A thread of V8 does that, and is soon done.
    for (let tries = 0; held() > 8e6 && tries < 500; tries++) await setTimeout(10);
    expect(held()).to.be.at.most(8e6);
  });
});

describe("freeMemoryAbove", () => {
  it("does so where the process holds more than so many bytes, and else nothing", async () => {
    await freeMemory();
    const isThere = await letGo();
    await freeMemoryAbove(Infinity)();
    expect(isThere()).to.equal(true);
    // What was looked at is held until the end of this turn, too.
    await setImmediate();
    await freeMemoryAbove(0)();
    expect(isThere()).to.equal(false);
  });
});
