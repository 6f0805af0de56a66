import { openEngine } from "@evenodds/trainer";
import { expect } from "chai";

describe("openWasmEngine", () => {
  before(() => openEngine("wasm"));

  it("leaves no handler of uncaught errors behind", () => {
    const sources = process.listeners("uncaughtException").map((listener) => listener.toString());
    expect(sources.filter((source) => source.includes("ExitStatus"))).to.deep.equal([]);
  });
});
