import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** What one training run took; seconds on the wall clock, epoch by epoch. */
export interface TrainingRun {
  readonly steps: readonly number[];
  readonly evaluations: readonly number[];
  readonly seconds: number;
  readonly peakBytes: number;
}

/** One of our runs, with the validation loss after every epoch. */
export interface OwnRun extends TrainingRun {
  readonly engine: string;
  readonly losses: readonly number[];
}

/** Runs one of our engines on a graph of `bench-graph.ts`. */
export function runOurs(
  engine: string,
  work: readonly [method: string, graph: string, epochs: number],
): Promise<OwnRun> {
  const script = fileURLToPath(new URL("ours.ts", import.meta.url));
  const options = ["--conditions=@evenodds/source", "--import", "tsx", script];
  return run(process.execPath, [...options, engine, ...work.map(String)]) as Promise<OwnRun>;
}

/** Runs a library of `peer.py` on a folder of `write-graph.ts`. */
export function runPeer(
  library: string,
  work: readonly [method: string, folder: string, epochs: number],
  { python, env }: { readonly python: string; readonly env: NodeJS.ProcessEnv },
): Promise<TrainingRun> {
  const script = fileURLToPath(new URL("peer.py", import.meta.url));
  return run(python, [script, library, ...work.map(String)], env);
}

async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<TrainingRun> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}\n${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1)!) as TrainingRun;
}

/** The median of all but the first two epochs, which allocate and compile; in milliseconds. */
export function medianMilliseconds(seconds: readonly number[]): number {
  const settled = [...seconds.slice(2)].sort((a, b) => a - b);
  return settled[Math.floor(settled.length / 2)]! * 1000;
}
