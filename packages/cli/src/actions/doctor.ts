import { existsSync } from "node:fs";
import { cudaFolder, jsonText, onnxRuntimeVersion } from "@evenodds/auditor";
import type { CommandContext } from "../commands/command-context.js";
import { examine } from "../doctor/examine.js";
import { renderDoctor } from "../doctor/render-doctor.js";
import { exitCodes } from "../exit-codes.js";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { hostPlatform } from "@evenodds/trainer/host";
import { hasTrainer } from "evenodds/internal";
import type { MachineProbes, NvidiaProbe, Probes, TrainingProbes, UntrainedProbes } from "../doctor/probes.js";
import { runProbe } from "../doctor/run-probe.js";

/** Says what of evenodds works on this machine, and how to fix the rest. */
export async function doctorAction(
  { json = false }: { readonly json?: boolean },
  { terminal, setExitCode }: CommandContext,
): Promise<void> {
  const report = await examine(await machineProbes());
  const { out, palette } = terminal;
  out(json ? jsonText(report) : renderDoctor(report, palette));
  if (!report.works) setExitCode(exitCodes.error);
}

/** Returns how this machine is asked. */
async function machineProbes(): Promise<Probes | UntrainedProbes> {
  const machine: MachineProbes = {
    nodeVersion: process.versions.node,
    platform: hostPlatform(),
    cores: availableParallelism(),
    nvidia: () => probeNvidia(),
    onnxRuntimeVersion: onnxRuntimeVersion(),
    runModel: (provider) => runProbe(`provider ${provider}`),
    cudaLibraries: async () => (existsSync(cudaFolder()) ? runProbe("cuda libraries") : null),
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
