import { EngineError, suggest, UsageError } from "@evenodds/core";
import { checkAddonOnce } from "../tensorflow/check-addon-once.js";
import { locateAddon, type AddonLocation } from "../tensorflow/locate-addon.js";
import type { Engine } from "./engine.js";
import { engineNames, type EngineName } from "./engine-names.js";
import { openTensorFlowEngine } from "./open-tensorflow-engine.js";
import { openWasmEngine } from "./open-wasm-engine.js";
import { existsSync } from "node:fs";

/**
 * Returns the engine called `name`, ready to run, and makes it the one that TensorFlow.js computes with in this
 * process.
 *
 * `auto` takes the first that runs here of TensorFlow on a GPU, TensorFlow on the CPU, and WebAssembly; `description`
 * says which, and why not an earlier one that is set up. A named engine that cannot run is an error, never another
 * engine. Throws {@link UsageError} for an unknown name and {@link EngineError} where the engine does not start.
 */
export async function openEngine(name: string): Promise<Engine> {
  if (!isEngineName(name)) {
    throw new UsageError({
      argument: "‘engine’",
      expected: engineNames.join(" or "),
      found: JSON.stringify(name),
      hint: suggest(name, engineNames),
    });
  }
  return openers[name]();
}

const openers: Readonly<Record<EngineName, () => Promise<Engine>>> = {
  auto: openFastest,
  tensorflow: () => openNative(locate("cpu")),
  "tensorflow-gpu": () => openNative(locate("gpu")),
  wasm: openWasmEngine,
};

function isEngineName(name: string): name is EngineName {
  return (engineNames as readonly string[]).includes(name);
}

function locate(device: "cpu" | "gpu"): AddonLocation {
  const location = locateAddon(device);
  if (location !== null) return location;
  throw new EngineError({
    argument: `‘engine’ tensorflow${device === "gpu" ? "-gpu" : ""}`,
    expected: "TensorFlow's native library",
    found: "none set up on this machine",
    hint: `npm run setup:tensorflow${device === "gpu" ? " -- --gpu" : ""}, or ‘engine’ wasm`,
  });
}

async function openFastest(): Promise<Engine> {
  // A process can load one build only, so the GPU's is not tried in vain.
  const gpu = gpuIsPresent() ? locateAddon("gpu") : null;
  const location = gpu ?? locateAddon("cpu");
  if (location === null) return openWasmEngine();
  try {
    return await openNative(location);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const engine = await openWasmEngine();
    return {
      ...engine,
      description: `${engine.description}, because TensorFlow does not run: ${error.complaint.found}`,
    };
  }
}

/**
 * Opens a native library that works in a process of its own: one that is cut off, or made for another processor, would
 * end this one by a signal.
 */
async function openNative(location: AddonLocation): Promise<Engine> {
  const check = await checkAddonOnce(location);
  if (check.works) return openTensorFlowEngine(location);
  throw new EngineError({
    argument: location.path,
    expected: "a TensorFlow library that works",
    found: check.reason,
    hint: `npm run setup:tensorflow${location.device === "gpu" ? " -- --gpu" : ""}, or ‘engine’ wasm`,
  });
}

/** Where the kernel shows an NVIDIA GPU: its own driver's files, or the device of the Windows subsystem for Linux. */
const signs = ["/proc/driver/nvidia/version", "/dev/nvidiactl", "/dev/dxg"];

/** Whether this machine seems to have a GPU and a driver for it; whether TensorFlow can use it, only loading tells. */
export function gpuIsPresent(exists: (path: string) => boolean = existsSync): boolean {
  return signs.some(exists);
}
