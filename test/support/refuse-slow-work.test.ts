import { execFile, execFileSync, fork, spawn, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { caught } from "./caught.js";

const file = /refuse-slow-work\.test\.ts to \*\.slow\.test\.ts/;

describe("a file of unit tests", () => {
  it("starts no process, and is told where such a test belongs", async () => {
    for (const start of [
      () => spawn(process.execPath, ["--version"]),
      () => fork("nothing.js"),
      () => spawnSync(process.execPath, ["--version"]),
      () => execFileSync(process.execPath, ["--version"]),
    ]) {
      expect(start)
        .to.throw(/^unit tests start no process: /)
        .with.property("message")
        .that.matches(file);
    }
    const awaited = await caught(() => promisify(execFile)(process.execPath, ["--version"]));
    expect(awaited.message).to.match(file);
  });

  it("starts no thread", () => {
    expect(() => new Worker("0", { eval: true })).to.throw(/^unit tests start no thread: .*\.slow\.test\.ts/);
  });
});
