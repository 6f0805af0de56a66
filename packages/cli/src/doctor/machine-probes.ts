import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import {
  checkAddon,
  findCompiler,
  findPython,
  hasTfjsNode,
  hostPlatform,
  locateAddon,
} from "@evenodds/trainer/tensorflow";
import type { NvidiaProbe, Probes } from "./probes.js";
import { runProbe } from "./run-probe.js";

/** Returns how this machine is asked. */
export function machineProbes(): Probes {
  return {
    nodeVersion: process.versions.node,
    platform: hostPlatform(),
    cores: availableParallelism(),
    wasm: () => runProbe("wasm"),
    locateAddon: (device) => locateAddon(device),
    checkAddon: (location) => checkAddon(location),
    hasTfjsNode: hasTfjsNode(),
    nvidia: () => probeNvidia(),
    onnxRuntimeVersion: onnxRuntimeVersion(),
    runModel: (provider) => runProbe(`provider ${provider}`),
    duckDb: () => runProbe("duckdb"),
    findPython: () => findPython(),
    findCompiler: () => findCompiler(),
  };
}

/** The runtime is a dependency of the auditor, so it is looked up from there. */
function onnxRuntimeVersion(): string {
  const auditor = createRequire(import.meta.url).resolve("@evenodds/auditor");
  return (createRequire(auditor)("onnxruntime-node/package.json") as { version: string }).version;
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
