import { createHash } from "node:crypto";
import { rename } from "node:fs/promises";
import { InterruptedError } from "@evenodds/core";
import { hashFile, hashFolder } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { caught } from "../../../support/caught.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("hashFile", () => {
  const folder = useTempFolder();

  it("is the SHA-256 of the content", async () => {
    // NIST's example for FIPS 180-2.
    const expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    expect(await hashFile(await folder.write("a", "abc"))).to.equal(expected);
    const large = Buffer.alloc(3e6, 7);
    const whole = createHash("sha256").update(large).digest("hex");
    expect(await hashFile(await folder.write("b", large))).to.equal(whole);
  });

  it("stops on request, and fails without a file", async () => {
    const path = await folder.write("a", "abc");
    expect(await caught(() => hashFile(path, AbortSignal.abort()))).to.be.instanceOf(InterruptedError);
    expect(await caught(() => hashFile(folder.at("nothing")))).to.have.property("code", "ENOENT");
  });
});

describe("hashFolder", () => {
  const folder = useTempFolder();

  it("depends on names and contents, and on how they are divided", async () => {
    await folder.write("f/a", "xy");
    await folder.write("f/b", "z");
    const first = await hashFolder(folder.at("f"));
    expect(await hashFolder(folder.at("f"))).to.equal(first);
    await folder.write("f/a", "x");
    await folder.write("f/b", "yz");
    const moved = await hashFolder(folder.at("f"));
    await rename(folder.at("f/b"), folder.at("f/c"));
    expect(new Set([first, moved, await hashFolder(folder.at("f"))]).size).to.equal(3);
  });
});
