import { Worker } from "node:worker_threads";
import { EngineError } from "@evenodds/core";
import { plannedRuns, planSweep } from "@evenodds/trainer";
import { attachWorker } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { caught } from "../../support/caught.js";
import { quickly } from "./tiny-sweep.js";

const queue = plannedRuns(planSweep({ base: quickly, grid: {}, seeds: [1] }));

describe("attachWorker", () => {
  const thread = (code: string) =>
    new Worker(`const { parentPort } = require("node:worker_threads"); ${code}`, { eval: true });
  const ready = `parentPort.postMessage({ kind: "ready", engine: "x" });`;

  it("tells that a thread ended in the middle of a run, and why", async () => {
    const exits = await attachWorker(thread(`${ready} parentPort.once("message", () => process.exit(3));`));
    expect(await exits.run(queue[0]!)).to.deep.equal({ kind: "died", message: "the thread ended with exit code 3" });
    await exits.end();
    const throws = await attachWorker(
      thread(`${ready} parentPort.once("message", () => { throw new Error("bad luck"); });`),
    );
    expect(await throws.run(queue[0]!)).to.deep.equal({ kind: "died", message: "bad luck" });
    expect(await throws.run(queue[0]!)).to.deep.equal({ kind: "died", message: "bad luck" });
  });

  it("throws where the thread ends before it is ready", async () => {
    const error = await caught(() => attachWorker(thread(`throw new Error("not today");`)));
    expect(error).to.be.instanceOf(EngineError);
    expect(error.message).to.match(/expected a thread that trains, found not today/);
  });
});
