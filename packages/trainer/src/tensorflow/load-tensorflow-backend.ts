import { createRequire } from "node:module";
import { beginWork, EngineError } from "@evenodds/core";
// Registers the gradients of all operations, which the core package alone does not.
import "@tensorflow/tfjs";
import * as tf from "@tensorflow/tfjs-core";
import type { TensorFlowBackend } from "./tensorflow-backend.js";
import { devicePackages, type AddonLocation } from "./locate-addon.js";

/** The name under which TensorFlow.js knows the backend; its kernels are registered for this one. */
export const backendName = "tensorflow";

const require = createRequire(import.meta.url);

/** The build that this process has loaded: there is room for one, because both define the same symbols. */
let loaded: AddonLocation | null = null;

/**
 * Loads TensorFlow's native library into this process, makes it the current backend of TensorFlow.js and returns it.
 * Called again with the same location it only makes it current.
 *
 * The package's JavaScript is taken from `@tensorflow/tfjs-node` piece by piece: its entry would look for the library
 * in node_modules alone. Throws {@link EngineError} where the library does not load, or where another build is loaded.
 */
export async function loadTensorFlowBackend(location: AddonLocation): Promise<TensorFlowBackend> {
  if (loaded !== null && loaded.path !== location.path) {
    throw new EngineError({
      argument: location.path,
      expected: "one build of TensorFlow in a process",
      found: `${loaded.path} already loaded`,
      hint: "start another process for the other device",
    });
  }
  if (loaded === null) {
    const work = beginWork({ doing: `load ${location.path}`, library: "TensorFlow" });
    try {
      register(location);
    } finally {
      work.end();
    }
    loaded = location;
  }
  await tf.setBackend(backendName);
  return tf.backend() as unknown as TensorFlowBackend;
}

interface BackendModule {
  readonly NodeJSKernelBackend: new (binding: unknown, packageName: string) => TensorFlowBackend;
}

function register(location: AddonLocation): void {
  supplyRemovedUtilities();
  process.env.TF_CPP_MIN_LOG_LEVEL ??= "3";
  try {
    const binding = require(location.path) as unknown;
    require("@tensorflow/tfjs-node/dist/register_all_kernels");
    const { NodeJSKernelBackend } = require("@tensorflow/tfjs-node/dist/nodejs_kernel_backend") as BackendModule;
    tf.registerBackend(backendName, () => new NodeJSKernelBackend(binding, devicePackages[location.device]));
  } catch (error) {
    throw new EngineError({
      argument: location.path,
      expected: "a TensorFlow library that loads",
      found: (error as Error).message,
      hint: "npx evenodds doctor says what is missing",
    });
  }
}

/** Node 23 removed two functions that every operation of `@tensorflow/tfjs-node` calls, and Node 22 warns of them. */
function supplyRemovedUtilities(): void {
  const util = require("node:util") as { isNullOrUndefined?: unknown; isArray?: unknown };
  util.isNullOrUndefined = (value: unknown) => value === null || value === undefined;
  util.isArray = Array.isArray;
}
