import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { runCli } from "../../support/fake-terminal.js";
import { useTempFolder } from "../support/temp-folder.js";
import { quickly, writeLearnable } from "../support/trained-run.js";

const limits = ["--memory", "8GB", "--timeout", "600"];

describe("--memory and --timeout of commands that train", function () {
  this.timeout(120_000);
  const folder = useTempFolder();

  async function expectDone(...args: string[]): Promise<void> {
    const { code, log } = await runCli(args);
    expect(code, log.join("\n")).to.equal(0);
  }

  it("are taken by train, and by a run that goes on, and stay out of its options", async () => {
    await writeLearnable(folder.at("graph"));
    await expectDone("train", folder.at("graph"), ...quickly, ...limits, "--out", folder.at("run"));
    const config = await readFile(folder.at("run", "config.json"), "utf8");
    expect(config).to.not.match(/memory|timeout/);
    await expectDone("train", "--resume", folder.at("run"), ...limits);
    expect(await readFile(folder.at("run", "config.json"), "utf8")).to.equal(config);
  });

  it("are taken by sweep, and are no part of its settings", async () => {
    await writeLearnable(folder.at("graph"));
    const quick = quickly.filter((flag, i) => flag !== "--seed" && quickly[i - 1] !== "--seed");
    const sweep = ["sweep", folder.at("graph"), ...quick, "--seeds", "1", "--workers", "1", "--out", folder.at("out")];
    await expectDone(...sweep, ...limits);
    expect(await readFile(folder.at("out", "sweep.json"), "utf8")).to.not.match(/memory|timeout/);
    await expectDone(...sweep);
  });
});
