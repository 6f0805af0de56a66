import type { ProbeOutcome, Probes } from "@evenodds/cli/internal";
import { EngineError } from "@evenodds/core";
import type { AddonCheck, AddonLocation, Device } from "@evenodds/trainer/tensorflow";

export const location = (device: Device, origin: AddonLocation["origin"] = "setup"): AddonLocation => ({
  path: `/cache/${device}/tfjs_binding.node`,
  origin,
  device,
});

export const working = (parts: Partial<Extract<AddonCheck, { works: true }>> = {}): Promise<AddonCheck> =>
  Promise.resolve({ works: true, tensorFlow: "2.16.2", usesGpu: false, gpuComplaint: null, oneDnn: true, ...parts });

export const works = (description: string): Promise<ProbeOutcome> => Promise.resolve({ works: true, description });

export const fails = (reason: string, remedy: string | null = null): Promise<ProbeOutcome> =>
  Promise.resolve({ works: false, reason, remedy });

export const missingTool = () =>
  Promise.reject(new EngineError({ argument: "g++", expected: "one", found: "none", hint: "install it" }));

/** A machine with an NVIDIA GPU on which everything works. */
export function healthyMachine(parts: Partial<Probes> = {}): Probes {
  return {
    hasTrainer: true,
    nodeVersion: "20.19.0",
    platform: "linux-x64",
    cores: 8,
    wasm: () => works("wasm (SIMD, 1 thread)"),
    locateAddon: (device) => location(device),
    checkAddon: ({ device }) => working({ usesGpu: device === "gpu" }),
    hasTfjsNode: true,
    nvidia: () => Promise.resolve({ driver: "550.54.15", gpus: ["GPU 0: NVIDIA H100"] }),
    onnxRuntimeVersion: "1.30.0",
    runModel: () => works("a small model"),
    cudaLibraries: () => works("all libraries load"),
    duckDb: () => works("DuckDB 1.5.6"),
    findPython: () => Promise.resolve({ command: ["python3", "-m", "pip"], description: "Python 3.11.7, pip 23.2.1" }),
    findCompiler: () => Promise.resolve({ command: ["g++"], description: "g++ 12.2.0" }),
    ...parts,
  };
}
