import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Readable } from "node:stream";

/** What a child process took, from its start to its end. */
export interface ChildRun {
  /** On the wall clock. */
  readonly seconds: number;
  /** User and system time of all threads. */
  readonly cpuSeconds: number;
  /** Largest resident set. */
  readonly peakBytes: number;
  readonly stdout: string;
}

const usageHook = new URL("usage-on-exit.js", import.meta.url).href;
const commandLine = fileURLToPath(new URL("../../packages/cli/bin/evenodds.js", import.meta.url));

/** Runs a file of this folder in a process of its own. */
export function runScript(name: string, args: readonly string[]): Promise<ChildRun> {
  return runChild(["--import", "tsx", fileURLToPath(new URL(name, import.meta.url)), ...args], [0]);
}

/** Runs the built `evenodds`. `codes` are the exit codes that count as success. */
export function runEvenodds(args: readonly string[], codes: readonly number[] = [0]): Promise<ChildRun> {
  return runChild([commandLine, ...args], codes);
}

async function runChild(args: readonly string[], codes: readonly number[]): Promise<ChildRun> {
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", usageHook, ...args], {
    stdio: ["ignore", "pipe", "inherit", "pipe"],
  });
  const [stdout, usage, [code]] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stdio[3] as Readable),
    once(child, "close") as Promise<[number | null]>,
  ]);
  const seconds = (performance.now() - start) / 1000;
  if (code === null || !codes.includes(code)) throw new Error(`${args.join(" ")} ended with ${code ?? "a signal"}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(usage) as NodeJS.ResourceUsage;
  return { seconds, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakBytes: maxRSS * 1024, stdout };
}
