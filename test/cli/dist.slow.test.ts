import { existsSync } from "node:fs";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { version } from "@evenodds/core";
import { expect } from "chai";
import { skipBecause } from "../support/skip-because.js";
import { auditCase, equal, undecided, unequal } from "./support/audit-case.js";
import { runChild } from "./support/child.js";
import { useTempFolder } from "./support/temp-folder.js";
import { quicklyWith, writeLearnable } from "./support/trained-run.js";

const program = fileURLToPath(new URL("../../packages/cli/bin/evenodds.js", import.meta.url));
const built = fileURLToPath(new URL("../../packages/cli/dist/index.js", import.meta.url));
// As a user's shell has it: without the loader and the conditions of these tests.
const env = { ...process.env, NODE_OPTIONS: "" };

describe("the built command line in plain Node", () => {
  const folder = useTempFolder();
  const evenodds = (args: readonly string[], options: Parameters<typeof runChild>[1] = {}) =>
    runChild([process.execPath, program, ...args], { env, cwd: folder.at(), ...options });

  beforeEach(function () {
    if (!existsSync(built)) skipBecause(this, "there is no build; npm run build makes one");
  });

  it("prints version and help, and nothing to standard error", async () => {
    expect(await evenodds(["--version"])).to.deep.equal({ code: 0, signal: null, out: `${version}\n`, log: "" });
    const help = await evenodds(["--help"]);
    expect(help).to.deep.include({ code: 0, log: "" });
    expect(help.out).to.match(/^Usage: evenodds /);
    const audit = await evenodds(["audit", "--help"]);
    expect(audit).to.deep.include({ code: 0, log: "" });
    expect(audit.out).to.match(/\nExamples?:\n/);
  });

  it("ends with the exit code of the audit or the error, from another working directory", async () => {
    const audit = ["audit", "model.onnx", "graph", "--min-support", "1", "--max-gap", "0.1", "--draws", "100"];
    for (const [rows, code] of [
      [equal, 0],
      [unequal, 1],
      [undecided, 3],
    ] as const) {
      await folder.write(auditCase(rows));
      expect((await evenodds(audit)).code).to.equal(code);
    }
    const wrong = await evenodds(["audit", "nothing.onnx", "graph"]);
    expect(wrong).to.deep.include({ code: 2, out: "" });
    expect(wrong.log).to.match(/^evenodds: nothing\.onnx: [^\n]*\n$/);
    expect(await evenodds(["audit", "--jsno"])).to.deep.include({ code: 2, out: "" });
    expect((await evenodds([])).code).to.equal(2);
  });

  it("runs through a link, as npm makes one", async function () {
    await mkdir(folder.at("node_modules", ".bin"), { recursive: true });
    const link = folder.at("node_modules", ".bin", "evenodds");
    await symlink(program, link);
    if (process.platform === "win32") return skipBecause(this, "Windows does not run scripts by their first line");
    const { code, out, log } = await runChild([link, "--version"], { env, cwd: folder.at() });
    expect({ code, out, log }).to.deep.equal({ code: 0, out: `${version}\n`, log: "" });
  });

  it("writes no colours to a pipe", async () => {
    await folder.write(auditCase(unequal));
    const { out } = await evenodds(["audit", "model.onnx", "graph", "--draws", "0"]);
    expect(out).not.to.contain("\u001b");
  });

  it("ends as usual where the reader of its output goes away", async function () {
    if (process.platform === "win32") return skipBecause(this, "there is no shell with pipefail");
    await folder.write(auditCase(unequal));
    const audit = `'${process.execPath}' '${program}' audit model.onnx graph --min-support 1 --max-gap 0.1 --json`;
    // The reader is gone before anything is written.
    const { code, log } = await runChild(["bash", "-c", `set -o pipefail; ${audit} | true`], { env, cwd: folder.at() });
    expect(log.split("\n").filter((line) => !line.startsWith("warning: "))).to.deep.equal([""]);
    expect(code).to.equal(1);
  });

  it("says in one line that its output cannot be written", async function () {
    if (!existsSync("/dev/full")) return skipBecause(this, "there is no /dev/full");
    const inspect = `'${process.execPath}' '${program}' inspect model.onnx > /dev/full`;
    await folder.write(auditCase(equal));
    const { code, log } = await runChild(["bash", "-c", inspect], { env, cwd: folder.at() });
    expect(code).to.equal(2);
    expect(log).to.match(/^evenodds: the output cannot be written: [^\n]*\n$/);
  });

  it("ends at once on Ctrl-C where nothing has to be saved", async function () {
    if (process.platform === "win32") return skipBecause(this, "Windows has neither pipes in folders nor signals");
    // A model that never comes.
    await runChild(["mkfifo", folder.at("model.onnx")]);
    for (const command of ["audit", "predict"]) {
      const args = [command, "model.onnx", "graph", "--out", "out.csv"];
      const { signal, out, log } = await evenodds(args, { interruptAfter: 2000 });
      expect({ signal, out, log }).to.deep.equal({ signal: "SIGINT", out: "", log: "" });
    }
    expect(existsSync(folder.at("out.csv"))).to.equal(false);
  });

  it("stops training on Ctrl-C with a checkpoint, and goes on to the same bytes", async () => {
    await writeLearnable(folder.at("graph"));
    const train = [
      "train",
      "graph",
      ...quicklyWith("--method", "gcn", "--epochs", "400", "--patience", "400"),
      "--out",
    ];
    expect((await evenodds([...train, "whole"])).code).to.equal(0);
    let sent = false;
    const stopped = await evenodds([...train, "run"], {
      onLog: (log, kill) => {
        if (!sent && log.includes("epoch 1 ")) kill("SIGINT");
        sent ||= log.includes("epoch 1 ");
      },
    });
    expect(stopped).to.deep.include({ code: 130, signal: null, out: "" });
    expect(stopped.log).to.match(/after epoch \d+; go on with evenodds train --resume run\n$/);
    const epoch = Number(/after epoch (\d+);/.exec(stopped.log)![1]);
    expect(epoch).to.be.below(400);
    expect((await evenodds(["train", "--resume", "run"])).code).to.equal(0);
    for (const file of ["model.safetensors", "history.csv", "summary.json"]) {
      expect(await readFile(folder.at("run", file)), file).to.deep.equal(await readFile(folder.at("whole", file)));
    }
  });
});
