import type { Provider } from "@evenodds/core";
import type { AddonCheck, AddonLocation, Device, Tool } from "@evenodds/trainer/tensorflow";

/** Whether a part works, and what it says about itself or why not. */
export type ProbeOutcome =
  | { readonly works: true; readonly description: string }
  | { readonly works: false; readonly reason: string; readonly remedy: string | null };

/** What is there of NVIDIA. */
export interface NvidiaProbe {
  /** The driver's version line; null where no driver is loaded. */
  readonly driver: string | null;
  /** As `nvidia-smi -L` lists them. */
  readonly gpus: readonly string[];
}

/** How the machine is asked. Whatever loads native code does so in a process of its own, with a time limit. */
export interface MachineProbes {
  /** Such as `20.19.0`. */
  readonly nodeVersion: string;
  /** Such as `linux-x64`. */
  readonly platform: string;
  readonly cores: number;
  readonly nvidia: () => Promise<NvidiaProbe>;
  readonly onnxRuntimeVersion: string;
  /** Runs a small model. */
  readonly runModel: (provider: Provider) => Promise<ProbeOutcome>;
  /** Loads what ONNX Runtime's CUDA provider needs, library by library; null where `evenodds setup-cuda` made none. */
  readonly cudaLibraries: () => Promise<ProbeOutcome | null>;
  readonly duckDb: () => Promise<ProbeOutcome>;
}

/** How the optional package that trains is asked. */
export interface TrainingProbes {
  readonly wasm: () => Promise<ProbeOutcome>;
  readonly locateAddon: (device: Device) => AddonLocation | null;
  readonly checkAddon: (location: AddonLocation) => Promise<AddonCheck>;
  /** Whether the npm package with TensorFlow's JavaScript half is installed. */
  readonly hasTfjsNode: boolean;
  /** These throw an EngineError with a remedy where the tool is missing. */
  readonly findPython: () => Promise<Tool>;
  readonly findCompiler: () => Promise<Tool>;
}

/** A machine that can train. */
export interface Probes extends MachineProbes, TrainingProbes {
  readonly hasTrainer: true;
}

/** A machine without the package that trains. */
export interface UntrainedProbes extends MachineProbes {
  readonly hasTrainer: false;
}
