import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import { skipBecause } from "../../support/skip-because.js";
import { runChild } from "../support/child.js";
import type { RunsOnDisk } from "../support/run-on-disk.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const script = fileURLToPath(new URL("../support/run-on-disk.ts", import.meta.url));
const program = join(root, "packages/cli/bin/evenodds.js");

describe("a graph for which there is too little memory", function () {
  this.timeout(600_000);
  let folder = "";
  let found: RunsOnDisk;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "evenodds-on-disk-"));
    await mkdir(join(folder, "tmp"));
    // What runs TypeScript leaves something there.
    await mkdir(join(folder, "tmp-of-script"));
    // In a process of its own: what a process of many tests holds falls while one of them measures it.
    const flags = ["--import=tsx", "--conditions=@evenodds/source", script, folder];
    const env = { ...process.env, TMPDIR: join(folder, "tmp-of-script") };
    const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: root, env });
    found = JSON.parse(stdout) as RunsOnDisk;
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("is on disk, and a note says so", () => {
    const [disk, memory] = [
      "The model was run layer by layer, with the graph on disk",
      "The model was run layer by layer",
    ];
    expect(found.how).to.deep.equal({ predictDisk: disk, auditDisk: disk, predictMemory: memory, auditMemory: memory });
    expect(found.arcs).to.be.above(9_000_000);
  });

  it("gives the same predictions and reports as in memory, but for this note, and leaves no file", () => {
    expect(found.same).to.deep.equal({ predictions: true, audits: true, regressions: true, notes: true });
    expect(found.left).to.deep.equal([]);
  });

  describe("of the command", () => {
    beforeEach(function () {
      if (!existsSync(join(root, "packages/cli/dist"))) skipBecause(this, "there is no build; npm run build makes one");
      if (process.platform === "win32") skipBecause(this, "Windows has neither these signals nor limits of files");
    });

    /** What is in the place for temporary files. */
    const left = () => readdirSync(join(folder, "tmp"));
    const predicting = (graph: string, memory = "480MB") =>
      ["predict", "model.onnx", graph, "--memory", memory, "--out", "out.csv"] as const;
    const run = (args: readonly string[], options: Partial<Parameters<typeof runChild>[1]> = {}) => {
      const env = { ...process.env, TMPDIR: join(folder, "tmp") };
      return runChild([process.execPath, program, ...args], { env, cwd: folder, ...options });
    };
    const lastLine = (log: string) => log.trimEnd().split("\n").at(-1);

    it("ends with 2 and one line where the graph is wrong, and leaves no file", async () => {
      const { code, log } = await run(predicting("wrong.yaml"));
      expect(code, log).to.equal(2);
      expect(lastLine(log)).to.match(/^evenodds: counts of graph "large": expected 7 nodes, found 20000 nodes/);
      expect([left(), existsSync(join(folder, "out.csv"))]).to.deep.equal([[], false]);
    });

    it("ends by the signal where it is interrupted while files are there, and leaves none", async () => {
      const env = { ...process.env, TMPDIR: join(folder, "tmp") };
      const args = [program, ...predicting("graph.yaml")];
      const child = spawn(process.execPath, args, { stdio: "ignore", env, cwd: folder });
      const ended = once(child, "exit");
      const files = () => left().flatMap((name) => readdirSync(join(folder, "tmp", name)));
      while (!files().includes("edge-rows") && child.exitCode === null) await setTimeout(5);
      const seen = files();
      child.kill("SIGINT");
      expect(await ended).to.deep.equal([null, "SIGINT"]);
      expect(seen).to.include.members(["edge-rows", "node-rows"]);
      expect([left(), existsSync(join(folder, "out.csv"))]).to.deep.equal([[], false]);
    });

    it("ends with 2 and a line about the place where a file there cannot grow, and leaves none", async () => {
      const limited = [
        "-c",
        'ulimit -f 30000; exec "$@"',
        "sh",
        process.execPath,
        program,
        ...predicting("graph.yaml"),
      ];
      const env = { ...process.env, TMPDIR: join(folder, "tmp") };
      const { code, log } = await runChild(["sh", ...limited], { env, cwd: folder });
      expect(code, log).to.equal(2);
      expect(lastLine(log)).to.include(`evenodds: ${join(folder, "tmp")}: expected a place with room`);
      expect(lastLine(log)).to.match(/file too large.*; make room there/i);
      expect(left()).to.deep.equal([]);
    });

    it("ends with 2 and a line about memory where there is none even for this, and leaves no file", async () => {
      const { code, log } = await run(predicting("graph.yaml", "130MB"));
      expect(code, log).to.equal(2);
      expect(lastLine(log)).to.match(/^evenodds: memory: expected /);
      expect(left()).to.deep.equal([]);
    });
  });
});
