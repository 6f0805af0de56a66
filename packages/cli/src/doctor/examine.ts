import { checkDuckDb } from "./check-duckdb.js";
import { checkNode, checkPlatform } from "./check-node.js";
import { checkCudaProvider, checkOnnxRuntime } from "./check-onnx-runtime.js";
import { checkTensorFlow } from "./check-tensorflow.js";
import { checkTensorFlowGpu } from "./check-tensorflow-gpu.js";
import { checkTools } from "./check-tools.js";
import { checkWasm } from "./check-wasm.js";
import type { Check } from "./check.js";
import { defaultEngine } from "./default-engine.js";
import type { Probes } from "./probes.js";

/** What `evenodds doctor` finds out. */
export interface DoctorReport {
  /** Whether training and auditing work with default settings. */
  readonly works: boolean;
  /** What `--engine auto` takes. */
  readonly defaultEngine: "tensorflow" | "wasm";
  readonly checks: readonly Check[];
}

/**
 * Returns all checks, in the order in which they are shown. Whatever is wrong is part of the report; nothing is thrown.
 */
export async function examine(machine: Probes): Promise<DoctorReport> {
  const nvidia = machine.nvidia();
  const probes: Probes = { ...machine, nvidia: () => nvidia };
  const found = await Promise.all([
    checkWasm(probes),
    checkTensorFlow(probes),
    checkTensorFlowGpu(probes),
    checkOnnxRuntime(probes),
    checkCudaProvider(probes),
    checkDuckDb(probes),
    checkTools(probes),
  ]);
  const checks = [checkNode(probes), checkPlatform(probes), ...found.flat()];
  return { works: !checks.some(({ blocking }) => blocking), defaultEngine: defaultEngine(probes), checks };
}
