import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { skipBecause } from "../../support/skip-because.js";
import { runChild, type ChildResult } from "../support/child.js";
import { useTempFolder } from "../support/temp-folder.js";
import { quicklyWith, writeLearnable } from "../support/trained-run.js";

const program = fileURLToPath(new URL("../../../packages/cli/bin/evenodds.js", import.meta.url));
const built = fileURLToPath(new URL("../../../packages/cli/dist/supervise.js", import.meta.url));
const hook = fileURLToPath(new URL("../support/kill-at.cjs", import.meta.url));

const training = ["train", "graph", "--engine", "wasm", ...quicklyWith("--method", "gcn", "--epochs", "3")];

/** SHA-256 of every file below a folder by its path, those that begin with a dot included. */
async function contents(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  // The times of runs are what they are.
  const files = names
    .filter((entry) => entry.isFile() && entry.name !== "timings.csv")
    .map((entry) => join(entry.parentPath, entry.name));
  const hashes = await Promise.all(
    files.map(async (file) => [file.slice(folder.length + 1), await hash(file)] as const),
  );
  return Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function hash(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}

describe("a command that is killed before any change of a file or folder", function () {
  this.timeout(600_000);
  const folder = useTempFolder();
  beforeEach(async function () {
    if (!existsSync(built)) return skipBecause(this, "there is no build; npm run build makes one");
    if (process.platform === "win32") return skipBecause(this, "Windows has no SIGKILL");
    await writeLearnable(folder.at("graph"));
  });

  const evenodds = (args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<ChildResult> =>
    runChild([process.execPath, program, ...args], {
      cwd: folder.at(),
      env: { ...process.env, NODE_OPTIONS: more.KILL_BELOW === undefined ? "" : `--require ${hook}`, ...more },
    });

  /**
   * Kills `args` before each of its calls, and expects of the same command afterwards the bytes of an undisturbed one,
   * or one line that says what to do, after which `instead` gives those bytes.
   */
  async function check(args: readonly string[], instead?: readonly string[]): Promise<void> {
    const out = folder.at("out");
    const begin = async () => {
      await rm(out, { recursive: true, force: true });
      await mkdir(out);
    };
    await begin();
    const counted = await evenodds(args, { KILL_BELOW: out, KILL_COUNT: folder.at("count") });
    expect(counted.code, counted.log).to.equal(0);
    const whole = await contents(out);
    expect(Object.keys(whole)).not.to.deep.equal([]);
    const calls = Number(await readFile(folder.at("count"), "utf8"));
    expect(calls).to.be.above(2);
    for (let at = 1; at <= calls; at++) {
      await begin();
      const killed = await evenodds(args, { KILL_BELOW: out, KILL_AT: String(at) });
      expect(killed.log, `call ${at}`).to.match(/SIGKILL/);
      const again = await evenodds(args);
      if (again.code !== 0) {
        const lines = again.log.trim().split("\n");
        expect(lines, `call ${at}`).to.have.lengthOf(1);
        expect(again.code, again.log).to.equal(2);
        // All was there but the end of the process, or the line says how to go on.
        const isWhole = /expected a new or (an )?empty folder/.test(again.log) && instead === undefined;
        if (!isWhole) expect(again.log, `call ${at}`).to.match(/; go on with evenodds train --resume/);
        const other = isWhole ? null : await evenodds(instead!);
        expect(other?.code ?? 0, other?.log).to.equal(0);
      }
      expect(await contents(out), `call ${at} of ${calls}`).to.deep.equal(whole);
    }
  }

  it("leaves nothing that stops train, which goes on to the same bytes", async () => {
    await check([...training, "--out", "out/run"], ["train", "--resume", "out/run"]);
  });

  it("leaves nothing that stops sweep", async () => {
    await check([
      ...["sweep", "graph", "--engine", "wasm", "--seeds", "1", "--epochs", "2", "--hidden", "4"],
      ...["--sensitive", "group", "--method", "gcn", "--out", "out/sweep"],
    ]);
  });

  it("leaves nothing that stops export", async () => {
    expect((await evenodds([...training, "--out", "run"])).code).to.equal(0);
    await check(["export", "run", "--out", "out/model.onnx"]);
  });

  it("leaves nothing that stops generate", async () => {
    await check(["generate", "--nodes", "50", "--out", "out/graph"]);
  });
});
