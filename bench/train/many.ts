// Many runs of 400 epochs of EqGNN on NBA, shared between processes of one thread each, as a sweep over seeds does it.
// npm run bench:train-many -- [--engine tensorflow] [--runs 40] [--processes 2]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openEngine, parseTrainingOptions, train } from "@evenodds/trainer";
import { benchGraph } from "./bench-graph.js";

const { values: flags } = parseArgs({
  options: {
    engine: { type: "string", default: "tensorflow" },
    runs: { type: "string", default: "40" },
    processes: { type: "string", default: "2" },
    seeds: { type: "string" },
  },
});

if (flags.seeds === undefined) await share();
else await trainSeeds(flags.seeds.split(",").map(Number));

/** Starts the processes, each with its part of the seeds, and prints how long all of them took. */
async function share(): Promise<void> {
  const seeds = Array.from({ length: Number(flags.runs) }, (_, i) => i + 1);
  const processes = Number(flags.processes);
  const began = performance.now();
  const script = fileURLToPath(import.meta.url);
  const env = { ...process.env, TF_NUM_INTRAOP_THREADS: "1", TF_NUM_INTEROP_THREADS: "1" };
  const children = Array.from({ length: processes }, (_, part) => {
    const own = seeds.filter((_, i) => i % processes === part).join(",");
    const options = ["--conditions=@evenodds/source", "--import", "tsx", script, "--engine", flags.engine];
    return spawn(process.execPath, [...options, "--seeds", own], { env, stdio: "inherit" });
  });
  const codes = await Promise.all(children.map((child) => once(child, "close") as Promise<[number | null]>));
  if (codes.some(([code]) => code !== 0)) throw new Error("a process failed");
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${seeds.length} runs of 400 epochs, ${flags.engine}, ${processes} processes: ${seconds} s`);
}

async function trainSeeds(seeds: readonly number[]): Promise<void> {
  const { data, attribute } = await benchGraph("nba");
  const engine = await openEngine(flags.engine);
  for (const seed of seeds) {
    // Patience as long as the run: all 400 epochs are done.
    const options = parseTrainingOptions({ method: "eqgnn", sensitive: attribute, epochs: 400, patience: 400, seed });
    await train(data, options, { engine });
  }
}
