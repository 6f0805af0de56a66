import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { hostPlatform } from "@evenodds/trainer/host";
import { onnxRuntimeVersion } from "@evenodds/auditor";
import { hasTrainer } from "evenodds/internal";
import type { MachineProbes, NvidiaProbe, Probes, TrainingProbes, UntrainedProbes } from "./probes.js";
import { runProbe } from "./run-probe.js";

/** Returns how this machine is asked. */
export async function machineProbes(): Promise<Probes | UntrainedProbes> {
  const machine: MachineProbes = {
    nodeVersion: process.versions.node,
    platform: hostPlatform(),
    cores: availableParallelism(),
    nvidia: () => probeNvidia(),
    onnxRuntimeVersion: onnxRuntimeVersion(),
    runModel: (provider) => runProbe(`provider ${provider}`),
    duckDb: () => runProbe("duckdb"),
  };
  return hasTrainer()
    ? { ...machine, hasTrainer: true, ...(await trainingProbes()) }
    : { ...machine, hasTrainer: false };
}

async function trainingProbes(): Promise<TrainingProbes> {
  const { checkAddon, findCompiler, findPython, hasTfjsNode, locateAddon } =
    await import("@evenodds/trainer/tensorflow");
  return {
    wasm: () => runProbe("wasm"),
    locateAddon: (device) => locateAddon(device),
    checkAddon: (location) => checkAddon(location),
    hasTfjsNode: hasTfjsNode(),
    findPython: () => findPython(),
    findCompiler: () => findCompiler(),
  };
}

async function probeNvidia(): Promise<NvidiaProbe> {
  const [version, listed] = await Promise.all([
    readFile("/proc/driver/nvidia/version", "utf8").catch(() => ""),
    promisify(execFile)("nvidia-smi", ["-L"], { timeout: 20_000 }).catch(() => ({ stdout: "" })),
  ]);
  const gpus = listed.stdout.split("\n").filter((line) => line.startsWith("GPU "));
  return {
    driver: /Kernel Module[^\d]*([\d.]+)/.exec(version)?.[1] ?? null,
    gpus: gpus.map((line) => line.replace(/ \(UUID: .*\)$/, "")),
  };
}
