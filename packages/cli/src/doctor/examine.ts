import { trainerInstall } from "evenodds/internal";
import { checkDuckDb } from "./check-duckdb.js";
import { checkNode, checkPlatform } from "./check-node.js";
import { checkProviders } from "./check-onnx-runtime.js";
import { checkTensorFlow } from "./check-tensorflow.js";
import { checkTensorFlowGpu } from "./check-tensorflow-gpu.js";
import { checkTools } from "./check-tools.js";
import { checkWasm } from "./check-wasm.js";
import { missing, type Check } from "./check.js";
import { defaultEngine } from "./default-engine.js";
import type { Probes, UntrainedProbes } from "./probes.js";

/** What `evenodds doctor` finds out. */
export interface DoctorReport {
  /** Whether auditing works with default settings, and training where it is installed. */
  readonly works: boolean;
  /** What `--engine auto` takes; null where the package that trains is not installed. */
  readonly defaultEngine: "tensorflow" | "wasm" | null;
  readonly checks: readonly Check[];
}

/**
 * Returns all checks, in the order in which they are shown. Whatever is wrong is part of the report; nothing is thrown.
 */
export async function examine(machine: Probes | UntrainedProbes): Promise<DoctorReport> {
  const nvidia = machine.nvidia();
  const probes = { ...machine, nvidia: () => nvidia };
  const found = await Promise.all([
    ...(probes.hasTrainer ? [checkWasm(probes), checkTensorFlow(probes), checkTensorFlowGpu(probes)] : [noTrainer]),
    checkProviders(probes),
    checkDuckDb(probes),
    probes.hasTrainer ? checkTools(probes) : [],
  ]);
  const checks = [checkNode(probes), checkPlatform(probes), ...found.flat()];
  const works = !checks.some(({ blocking }) => blocking);
  return { works, defaultEngine: probes.hasTrainer ? defaultEngine(probes) : null, checks };
}

const noTrainer = missing("training", {
  found: "@evenodds/trainer is not installed; audits do not need it",
  remedy: trainerInstall,
});
