// Proves that audits and training run on an NVIDIA GPU and give what the CPU gives, and times them. Prints one JSON
// document; takes less than four minutes. npm run test:cuda
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onnxRuntimeVersion } from "@evenodds/auditor";
import { gpuState } from "../cuda-train/gpu-memory.js";
import { runJson } from "../run-json.js";
import { compareForeign } from "./compare-foreign.js";
import type { Comparison } from "./compare.js";

/** Probabilities of both may differ by as much: kernels round sums in different orders. */
const tolerance = 1e-5;
/** Of training; the whole test of it takes twenty. */
const epochs = 5;

const tsx = ["--conditions=@evenodds/source", "--import", "tsx"];
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

async function main(): Promise<number> {
  const gpu = await gpuState().catch(() => null);
  if (gpu === null) {
    console.error("test:cuda: expected an NVIDIA GPU, found none (nvidia-smi does not answer)");
    return 2;
  }
  const start = performance.now();
  const models = await runJson<readonly Comparison[]>(process.execPath, [...tsx, script("compare.ts"), "cuda"]);
  const foreign = await compareForeign("cuda");
  const training = train();
  const wrong = [
    ...models.filter((one) => one.proven !== true || one.differentClasses > 0).map(({ model }) => model),
    ...models.filter((one) => one.largestProbabilityDifference > tolerance).map(({ model }) => model),
    ...foreign.filter(({ fault }) => fault !== null).map(({ model }) => model),
    ...(training.passed ? [] : ["training"]),
  ];
  const seconds = Math.round((performance.now() - start) / 1000);
  const machine = { gpu: gpu.name, driver: gpu.driver, onnxRuntime: onnxRuntimeVersion(), node: process.version };
  const passed = wrong.length === 0;
  console.log(JSON.stringify({ passed, wrong, ...machine, tolerance, seconds, models, foreign, training }, null, 2));
  return passed ? 0 : 1;
}

/** What test:cuda-train says, or why it says nothing. */
function train(): { readonly passed: boolean } & Readonly<Record<string, unknown>> {
  const args = [...tsx, script("../cuda-train/main.ts"), String(epochs)];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  try {
    return JSON.parse(stdout) as { readonly passed: boolean };
  } catch {
    return { passed: false, said: stderr.trim().split("\n").at(-1) ?? "nothing" };
  }
}

process.exitCode = await main();
