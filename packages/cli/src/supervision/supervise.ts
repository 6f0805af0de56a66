import { spawn, type ChildProcess } from "node:child_process";
import { basename, dirname } from "node:path";
import type { WorkState } from "@evenodds/core";
import { exitCodes, stopCodes, type StopSignal } from "../exit-codes.js";
import { memorySize } from "./memory-size.js";
import { valuesOf } from "./needs-child.js";
import { residentMemory } from "./resident-memory.js";
import { drawWork } from "./draw-work.js";
import { reportDescriptor, supervisedVariable, visibleWork, type WorkReport } from "./supervised.js";

/** Signals of native code that ran into a wall. */
const crashes: ReadonlySet<string> = new Set([
  "SIGSEGV",
  "SIGBUS",
  "SIGILL",
  "SIGFPE",
  "SIGABRT",
  "SIGTRAP",
  "SIGSYS",
  "SIGSTKFLT",
]);

/** Milliseconds between two looks at the memory of the process, which takes a process of its own elsewhere. */
const lookEvery = process.platform === "linux" ? 200 : 1000;

/** Milliseconds within which a second signal of the same kind ends a process that saves its work. */
const patience = 5000;

/** Milliseconds after which a process that was asked to end, and goes on, is worth a word. */
const answerAfter = 1000;

/** The share of the memory that a piece of work may be known to take without a word. */
const mostUntold = 0.5;

/** Bytes that every machine has: only from there on, it is worth asking how many this one has. */
const leastMachine = 256e6;

/** How a command is run by a process of its own. */
export interface Supervision {
  /** What Node is to run: flags of Node, the script, and the arguments of the command line. */
  readonly command: readonly string[];
  /** The arguments alone. */
  readonly args: readonly string[];
  /** Writes a line about the command on standard error. */
  readonly log: (line: string) => void;
}

/**
 * Runs a command line in a process of its own and returns the exit code. Signals are passed on; a process that
 * crashes, passes the ceiling of `--memory` or the time of `--timeout` ends with one line that says so, and with 70, 2
 * and 2.
 */
export async function supervise({ command, args, log }: Supervision): Promise<number> {
  const ceiling = memorySize(valuesOf(args, "memory").at(-1) ?? "") ?? Infinity;
  const seconds = Number(valuesOf(args, "timeout").at(-1) ?? NaN);
  const isWindows = process.platform === "win32";
  // In a process group of its own, so that Ctrl-C reaches it through here alone, and once.
  const child = spawn(process.execPath, [...command, ...args], {
    stdio: ["inherit", "inherit", "inherit", "pipe"],
    env: { ...process.env, [supervisedVariable]: "1" },
    detached: !isWindows,
  });
  const drawing = drawWork();
  let all: readonly WorkState[] = [];
  let work: WorkState | null = null;
  const large = new Set<number>();
  readReports(child, (report) => {
    all = report.work;
    const shown = visibleWork(all);
    work = shown.at(-1) ?? null;
    for (const { id, doing, memory = 0 } of all) {
      if (large.has(id) || memory <= mostUntold * Math.min(ceiling, leastMachine)) continue;
      large.add(id);
      void foretell({ doing, memory, ceiling }).then((line) => {
        if (line === null) return;
        drawing.clear();
        log(line);
      });
    }
    drawing.show(report.isHidden ? [] : shown);
  });
  const ended = new Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>(
    (resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) => resolve({ code, signal }));
    },
  );
  /** Says why it was ended from here. */
  let verdict = null as (() => Promise<string>) | null;
  const end = (why: () => Promise<string>) => {
    verdict ??= why;
    child.kill("SIGKILL");
  };
  const look = () => {
    const used = residentMemory(child.pid);
    if (used === null || used <= ceiling) return;
    const at = describe(work);
    end(async () => {
      // Loaded for this line alone.
      const { sizeText } = await import("@evenodds/core");
      const found = `${sizeText(used)}${at}`;
      return `memory: expected at most ${sizeText(ceiling)}, found ${found}; raise --memory, or take less at once`;
    });
  };
  const looks = ceiling === Infinity ? undefined : setInterval(look, lookEvery);
  const timer =
    seconds > 0 && Number.isFinite(seconds)
      ? setTimeout(
          () => {
            const line = `--timeout: expected an end within ${seconds} s, found none${describe(work)}`;
            end(() => Promise.resolve(line));
          },
          Math.min(seconds * 1000, 2 ** 31 - 1),
        )
      : undefined;
  const release = passSignals(child, () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    drawing.clear();
    log(`stopping${describe(work)}; what can be kept is kept; once more ends it at once`);
  });
  try {
    const { code, signal } = await ended;
    drawing.end();
    if (signal !== null) await removeOutputs(all);
    if (verdict !== null) {
      log(await verdict());
      return exitCodes.error;
    }
    if (signal === null) return code ?? exitCodes.fault;
    if (!(signal in stopCodes)) return explain(signal, work, log);
    // Shells stop a loop where the program ended by the signal itself, and not with a code.
    release();
    process.kill(process.pid, signal);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return stopCodes[signal as StopSignal];
  } finally {
    clearInterval(looks);
    clearTimeout(timer);
    release();
  }
}

/** Returns a line about work that is known to take much of the memory that there is. */
async function foretell(work: {
  readonly doing: string;
  readonly memory: number;
  readonly ceiling: number;
}): Promise<string | null> {
  // Loaded for this line alone.
  const { machineMemory, sizeText } = await import("@evenodds/core");
  const ceiling = Math.min(work.ceiling, machineMemory());
  if (work.memory <= mostUntold * ceiling) return null;
  return `memory: ‘${work.doing}’ takes at least ${sizeText(work.memory)} of ${sizeText(ceiling)}`;
}

/** Removes what a process that was ended has left beside what it was writing. */
async function removeOutputs(work: readonly WorkState[]): Promise<void> {
  const outputs = work.flatMap(({ output }) => output ?? []);
  if (outputs.length === 0) return;
  const { removeLeftovers } = await import("@evenodds/data/leftovers");
  // A folder that cannot be read any more, or a full disk: the next command that writes there tries again.
  for (const output of outputs) await removeLeftovers(dirname(output), basename(output)).catch(() => undefined);
}

/** Says why a process ended by a signal that nobody sent from here; returns the code. */
function explain(signal: NodeJS.Signals, work: WorkState | null, log: (line: string) => void): number {
  if (crashes.has(signal)) {
    const who = work?.library ?? "native code";
    log(`${who} crashed (${signal})${describe(work)}; please report it, with the input`);
    return exitCodes.fault;
  }
  const hint = "take less at once, or set --memory below what the machine has";
  log(
    signal === "SIGKILL"
      ? `memory: expected an end of its own, found SIGKILL, which systems send where memory runs out${describe(work)}; ${hint}`
      : `expected an end of its own, found ${signal}${describe(work)}`,
  );
  return exitCodes.error;
}

function describe(work: WorkState | null): string {
  return work === null ? "" : ` at ‘${work.doing}’`;
}

/** Calls `told` with every report of the process. */
function readReports(child: ChildProcess, told: (report: WorkReport) => void): void {
  // A process that could not be started has no streams; its error says why.
  const streams = child.stdio as (typeof child)["stdio"] | undefined;
  const stream = streams?.[reportDescriptor] as NodeJS.ReadableStream | null | undefined;
  if (!stream) return;
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("error", () => undefined);
  stream.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      const report = parseReport(line);
      if (report !== null) told(report);
    }
  });
}

/** Null for a line that did not fit into the pipe as a whole. */
function parseReport(line: string): WorkReport | null {
  try {
    // eslint-disable-next-line no-restricted-properties -- not a text of a user, and this module loads no package.
    return JSON.parse(line) as WorkReport;
  } catch {
    return null;
  }
}

/**
 * Sends on what is sent here, Ctrl-Z and back too, and calls `waiting` where the process goes on after it was asked to
 * end. Returns a function that ends this.
 */
function passSignals(child: ChildProcess, waiting: () => void): () => void {
  let last = { name: "", time: -Infinity };
  let answer: NodeJS.Timeout | undefined;
  const pass = (name: NodeJS.Signals) => {
    const time = performance.now();
    // The first one may be kept until native code comes back; whoever asks again does not want to wait for that.
    const again = name === last.name && time - last.time < patience && time - last.time > 50;
    last = { name, time };
    child.kill(name);
    if (again) setTimeout(() => child.kill("SIGKILL"), 500).unref();
    else answer ??= setTimeout(waiting, answerAfter);
  };
  const pause = () => {
    child.kill("SIGSTOP");
    process.kill(process.pid, "SIGSTOP");
  };
  const goOn = () => child.kill("SIGCONT");
  const names = Object.keys(stopCodes) as StopSignal[];
  for (const name of names) process.on(name, pass);
  const isWindows = process.platform === "win32";
  if (!isWindows) process.on("SIGTSTP", pause).on("SIGCONT", goOn);
  return () => {
    clearTimeout(answer);
    for (const name of names) process.off(name, pass);
    if (!isWindows) process.off("SIGTSTP", pause).off("SIGCONT", goOn);
  };
}
