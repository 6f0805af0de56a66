import { isMainThread } from "node:worker_threads";
import { defaultProvider, EngineError, type Provider } from "@evenodds/core";
import { preloadCuda } from "./cuda-libraries.js";

/** What ONNX Runtime asks for, under its names in this version and in later ones. */
const optOuts = ["ORT_DISABLE_TELEMETRY", "ORT_TELEMETRY_DISABLED"] as const;

/**
 * Loads ONNX Runtime without its telemetry: its packages report to Microsoft what they run on, and keep an identifier
 * of the machine and a database in the user's cache folder, unless the environment says not to before they are loaded.
 * Whoever sets one of the variables decides for themselves.
 *
 * For provider `cuda`, what `evenodds setup-cuda` fetched is loaded first. That has no effect once ONNX Runtime is
 * there: a process that computes on CUDA has to do so before it uses another provider.
 *
 * Throws {@link EngineError} in a worker thread where neither is set: the environment of a thread is a copy, which
 * native code does not see.
 */
export async function loadRuntime(provider: Provider = defaultProvider): Promise<typeof import("onnxruntime-node")> {
  const isSet = optOuts.some((name) => process.env[name] !== undefined);
  if (!isSet && !isMainThread) {
    throw new EngineError({
      argument: "ONNX Runtime",
      expected: `${optOuts[0]}=1 in the environment of the process, to keep its telemetry off in a worker thread`,
      found: "no such variable",
      hint: "set it before the process starts, or run the model with ‘isolate’",
    });
  }
  if (!isSet) for (const name of optOuts) process.env[name] = "1";
  if (provider === "cuda") {
    // Ten bits of a number are not enough to give what the CPU gives. Whoever sets the variable decides for themselves.
    if (isMainThread) process.env.NVIDIA_TF32_OVERRIDE ??= "0";
    preloadCuda();
  }
  return import("onnxruntime-node");
}
