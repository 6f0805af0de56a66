import { fileURLToPath } from "node:url";
import { runJson } from "../run-json.js";

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
  return runJson(process.execPath, [...options, engine, ...work]);
}

/** Runs a library of `peer.py` on a folder of `write-graph.ts`. */
export function runPeer(
  library: string,
  work: readonly [method: string, folder: string, epochs: number],
  { python, env }: { readonly python: string; readonly env: NodeJS.ProcessEnv },
): Promise<TrainingRun> {
  const script = fileURLToPath(new URL("peer.py", import.meta.url));
  return runJson(python, [script, library, ...work], env);
}

/** The median of all but the first two epochs, which allocate and compile; in milliseconds. */
export function medianMilliseconds(seconds: readonly number[]): number {
  const settled = [...seconds.slice(2)].sort((a, b) => a - b);
  return settled[Math.floor(settled.length / 2)]! * 1000;
}
