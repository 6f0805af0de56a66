import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { runCli } from "../support/fake-terminal.js";
import { writeInput } from "./input-folder.js";
import { makeSeeds } from "./make-seeds.js";
import { targets, type Seed } from "./seed.js";

describe("makeSeeds", function () {
  this.timeout(300_000);
  const start = process.cwd();
  let folder = "";
  let seeds: readonly Seed[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "evenodds-seeds-"));
    seeds = await makeSeeds();
  });
  after(async () => {
    process.chdir(start);
    await rm(folder, { recursive: true, force: true });
  });

  it("gives the same bytes on every call, for every target", async () => {
    expect(await makeSeeds()).to.deep.equal(seeds);
    expect([...new Set(seeds.map(({ target }) => target))].sort()).to.deep.equal([...targets].sort());
  });

  it("gives inputs that are sound: each has a command that succeeds, and each command succeeds on some", async () => {
    const succeeds = new Map<string, boolean>();
    for (const seed of seeds.filter(({ target }) => target !== "npz")) {
      let isSound = false;
      for (const args of seed.commands) {
        writeInput(folder, seed);
        process.chdir(folder);
        const { code } = await runCli(args);
        process.chdir(start);
        const key = args.join(" ");
        const hasWorked = code === 0 || code === 1 || code === 3;
        succeeds.set(key, hasWorked || succeeds.get(key) === true);
        isSound ||= hasWorked;
      }
      expect(isSound, `${seed.target}: ${Object.keys(seed.files).join(", ")}`).to.equal(true);
    }
    expect([...succeeds].filter(([, hasWorked]) => !hasWorked).map(([command]) => command)).to.deep.equal([]);
  });
});
