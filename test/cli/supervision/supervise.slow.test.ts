import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { skipBecause } from "../../support/skip-because.js";
import { auditCase, unequal } from "../support/audit-case.js";
import { runChild } from "../support/child.js";
import { useTempFolder } from "../support/temp-folder.js";

const program = fileURLToPath(new URL("../../../packages/cli/bin/evenodds.js", import.meta.url));
const built = fileURLToPath(new URL("../../../packages/cli/dist/supervise.js", import.meta.url));
const audit = ["audit", "model.onnx", "graph", "--min-support", "1", "--max-gap", "0.1", "--draws", "0"];

/** Stands in for a library whose code ends or holds the process when it is asked to run a model. */
const hook = (deed: string) => `
  if (process.env.EVENODDS_SUPERVISED !== undefined) {
    const { createRequire } = require("node:module");
    const ort = createRequire(${JSON.stringify(built)})("onnxruntime-node");
    const die = (signal) => { process.kill(process.pid, signal); for (;;); };
    const create = ort.InferenceSession.create;
    ort.InferenceSession.create = async (...given) => {
      const session = await create(...given);
      session.run = async () => { ${deed} };
      return session;
    };
  }`;

/** Whether a process is there; one that has ended and that nobody has asked for yet is not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

describe("supervise", function () {
  this.timeout(60_000);
  const folder = useTempFolder();

  const evenodds = async (
    deed: string,
    args: readonly string[] = audit,
    options: Partial<Parameters<typeof runChild>[1]> = {},
  ) => {
    await writeFile(folder.at("hook.cjs"), hook(deed));
    await folder.write(auditCase(unequal));
    const env = { ...process.env, NODE_OPTIONS: `--require ${folder.at("hook.cjs")}` };
    return runChild([process.execPath, program, ...args], { env, cwd: folder.at(), ...options });
  };

  beforeEach(function () {
    if (!existsSync(built)) skipBecause(this, "there is no build; npm run build makes one");
    if (process.platform === "win32") skipBecause(this, "Windows has no signals that end a process so");
  });

  it("passes on what the command prints and its code", async () => {
    await folder.write(auditCase(unequal));
    const { code, out, log } = await runChild([process.execPath, program, ...audit], { cwd: folder.at() });
    expect(code, log).to.equal(1);
    expect(out).to.match(/^VIOLATED/);
    expect(log).to.equal("");
  });

  for (const signal of ["SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL"]) {
    it(`contains a crash by ${signal}, with the library and the model in one line`, async () => {
      const { code, signal: own, out, log } = await evenodds(`die("${signal}")`);
      expect({ code, own, out }).to.deep.equal({ code: 70, own: null, out: "" });
      expect(log).to.match(new RegExp(`^evenodds: ONNX Runtime crashed \\(${signal}\\) at .run .*model[^\\n]*\\n$`));
    });
  }

  it("ends what takes longer than --timeout, with a line and 2", async () => {
    const { code, out, log } = await evenodds("for (;;);", [...audit, "--timeout", "12"]);
    expect({ code, out }).to.deep.equal({ code: 2, out: "" });
    expect(log).to.match(/evenodds: --timeout: expected an end within 12 s, found none at .run [^\n]*\n$/);
  });

  it("foretells what is known to take more than half of --memory, once", async () => {
    const told = { id: 99, doing: "run it", library: null, amount: null };
    const say = (memory: number) =>
      `require("node:fs").writeSync(3, ${JSON.stringify(`${JSON.stringify({ work: [{ ...told, memory }], isHidden: false })}\n`)});`;
    const limited = [...audit, "--memory", "900MB"];
    const { log } = await evenodds(say(451e6) + say(451e6), limited);
    expect(log.split("\n").filter((line) => line.includes("takes at least"))).to.deep.equal([
      "evenodds: memory: ‘run it’ takes at least 451 MB of 900 MB",
    ]);
    expect((await evenodds(say(449e6), limited)).log).not.to.include("takes at least");
  });

  it("ends what takes more than --memory, with the figure and 2", async function () {
    if (!existsSync("/proc/self/status")) return skipBecause(this, "this system does not say what a process holds");
    const deed = "globalThis.held = Buffer.alloc(2_000_000_000, 1); for (;;);";
    const { code, out, log } = await evenodds(deed, [...audit, "--memory", "1.5GB"]);
    expect({ code, out }).to.deep.equal({ code: 2, out: "" });
    expect(log).to.match(
      /evenodds: memory: expected at most 1\.5 GB, found [12]\.\d GB at .run [^\n]*; raise --memory/,
    );
  });

  it("says what has taken more than two seconds, once", async () => {
    const { log } = await evenodds("const end = Date.now() + 5000; while (Date.now() < end); return {};");
    expect(log.match(/^evenodds: run .*model.* …$/gm)).to.have.lengthOf(1);
  });

  it("passes on signals, and ends what does not answer them", async () => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      const { code, signal, log } = await evenodds("for (;;);", audit, { interruptAfter: 3000, interruptSignal: name });
      expect({ code, signal }, log).to.deep.equal({ code: null, signal: name });
    }
  });

  it("refuses a size and a time that are none", async () => {
    expect((await evenodds("", [...audit, "--memory", "much"])).log).to.match(/--memory.*8GB/);
    expect((await evenodds("", [...audit, "--timeout", "0"])).log).to.match(/--timeout.*above 0/);
  });

  it("removes what a stopped command has begun to write", async () => {
    const args = ["generate", "--nodes", "40000", "--edges", "200000", "--out", folder.at("graph")];
    const child = spawn(process.execPath, [program, ...args], { stdio: "ignore" });
    const ended = once(child, "exit");
    const begun = () => readdirSync(folder.at()).some((name) => name.startsWith(".evenodds-"));
    while (!begun() && child.exitCode === null) await setTimeout(5);
    expect(begun()).to.equal(true);
    child.kill("SIGINT");
    expect(await ended).to.deep.equal([null, "SIGINT"]);
    expect(readdirSync(folder.at())).to.deep.equal([]);
  });

  it("leaves no process behind when it is killed", async () => {
    const write = `require("node:fs").writeFileSync(${JSON.stringify(folder.at("pid"))}, String(process.pid));`;
    const wait = `${write} await new Promise((resolve) => setTimeout(resolve, 40_000));`;
    const { signal } = await evenodds(wait, audit, { interruptAfter: 10_000, interruptSignal: "SIGKILL" });
    expect(signal).to.equal("SIGKILL");
    const pid = Number(await readFile(folder.at("pid"), "utf8"));
    await setTimeout(1500);
    expect(isAlive(pid)).to.equal(false);
  });
});
