import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { InterruptedError } from "@evenodds/core";
import { runCommand } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { caught } from "../../../support/caught.js";
import { skipBecause } from "../../../support/skip-because.js";
import { useTempFolder } from "../support/temp-folder.js";

const node = process.execPath;

describe("runCommand", () => {
  const folder = useTempFolder();

  it("returns both outputs and the exit code", async () => {
    const code = 'console.log("out"); console.error("err"); process.exit(4);';
    expect(await runCommand([node, "-e", code])).to.deep.equal({ code: 4, stdout: "out\n", stderr: "err\n" });
  });

  it("passes the environment on, and looks programs up in its PATH", async () => {
    const print = ["-e", "console.log(process.env.WORD)"] as const;
    expect(await runCommand([node, ...print], { env: { WORD: "hello" } })).to.deep.include({ stdout: "hello\n" });
    expect(await runCommand(["node", ...print], { env: { PATH: folder.at() } })).to.equal(null);
  });

  it("is null for a program that is not there or may not be run", async function () {
    if (process.platform === "win32") return skipBecause(this, "Windows has no executable bit");
    expect(await runCommand([folder.at("nothing")])).to.equal(null);
    expect(await runCommand([await folder.write("text", "words")])).to.equal(null);
  });

  it("kills the program with its children on a stop", async function () {
    if (process.platform === "win32") return skipBecause(this, "Windows has no process groups");
    const stop = new AbortController();
    // The grandchild writes a file, then another one a second later.
    const late = `require("node:fs").writeFileSync(process.argv[1] + "/started", "");
      setTimeout(() => require("node:fs").writeFileSync(process.argv[1] + "/late", ""), 1000);`;
    const parent = `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(late)}, process.argv[1]]);`;
    const running = caught(() => runCommand([node, "-e", parent, folder.at()], { signal: stop.signal }));
    while (!existsSync(folder.at("started"))) await wait(20);
    stop.abort();
    expect(await running).to.be.instanceOf(InterruptedError);
    await wait(1500);
    expect(existsSync(folder.at("late"))).to.equal(false);
  });

  it("does not start after a stop", async () => {
    const code = `require("node:fs").writeFileSync(${JSON.stringify(folder.at("started"))}, "")`;
    const error = await caught(() => runCommand([node, "-e", code], { signal: AbortSignal.abort() }));
    expect(error).to.be.instanceOf(InterruptedError);
    expect(error.message).to.match(/setup-tensorflow: .*a request to stop; run it again: finished downloads are kept/);
    expect(existsSync(folder.at("started"))).to.equal(false);
  });
});
