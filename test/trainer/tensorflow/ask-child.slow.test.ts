import { pathToFileURL } from "node:url";
import { askChild, describeEnding } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { skipBecause } from "../../support/skip-because.js";
import { useTempFolder } from "./support/temp-folder.js";

describe("askChild", () => {
  const folder = useTempFolder();
  const ask = async (
    code: string,
    { args = [], timeout = 30_000, signal }: { args?: string[]; timeout?: number; signal?: AbortSignal } = {},
  ) => askChild<object>(pathToFileURL(await folder.write("child.mjs", code)), args, { timeout, signal });

  it("returns what the child sends, and what it writes to standard error", async () => {
    const answer = await ask('console.error("noise"); console.log("more"); process.send({ got: process.argv[2] });', {
      args: ["this"],
    });
    expect(answer).to.deep.include({ message: { got: "this" }, log: "noise\n" });
  });

  it("does not wait for a child that stays after its answer", async () => {
    const answer = await ask("process.send({ done: true }); setInterval(() => {}, 1000);");
    expect(answer.message).to.deep.equal({ done: true });
    expect(answer.ending).not.to.match(/does not answer/);
  });

  it("survives a child that fails, and says its last words", async () => {
    const answer = await ask('console.error("first\\nlast"); process.exit(3);');
    expect(answer.message).to.equal(null);
    expect(describeEnding(answer)).to.equal("it ends its process with exit code 3: last");
  });

  it("survives a child that crashes", async function () {
    if (process.platform === "win32") return skipBecause(this, "Windows has no signals");
    const answer = await ask('process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 1000);');
    expect(answer.message).to.equal(null);
    expect(describeEnding(answer)).to.equal("it ends its process with signal SIGSEGV");
  });

  it("ends a child that hangs, at its time limit or on request", async () => {
    const hang = "setInterval(() => {}, 1000);";
    expect(describeEnding(await ask(hang, { timeout: 300 }))).to.equal("it does not answer within 0.3 s");
    const stopped = await ask(hang, { signal: AbortSignal.abort() });
    expect(stopped.message).to.equal(null);
    expect(stopped.ending).to.match(/^ends its process with/);
  });
});
