import { EngineError } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import type { TensorFlowBackend } from "../../tensorflow/backend.js";
import { loadTensorFlowBackend } from "../../tensorflow/load-backend.js";
import type { AddonLocation } from "../../tensorflow/locate-addon.js";
import type { Engine } from "../engine.js";
import { combine } from "./combine.js";
import { maskedRelu } from "./masked-relu.js";
import { nativeOperations } from "./native-operations.js";
import { hasOwnKernels } from "./own-kernels.js";
import { placeMatrix } from "./place-matrix.js";

/**
 * Returns the engine on TensorFlow's native library at `location`. Throws {@link EngineError} where the library does
 * not load, and where it is the GPU build and finds no GPU: TensorFlow would compute on the CPU without a warning.
 */
export async function openTensorFlowEngine(location: AddonLocation): Promise<Engine> {
  const backend = await loadTensorFlowBackend(location);
  const wantsGpu = location.device === "gpu";
  if (wantsGpu && !backend.isUsingGpuDevice) {
    throw new EngineError({
      argument: "‘engine’ tensorflow-gpu",
      expected: "a GPU that TensorFlow can use",
      found: "none",
      hint: "npx evenodds doctor says what is missing; ‘engine’ tensorflow computes on the CPU",
    });
  }
  const native = nativeOperations(backend);
  const ownKernels = !wantsGpu && hasOwnKernels(backend);
  return {
    name: wantsGpu ? "tensorflow-gpu" : "tensorflow",
    description: describe(backend, ownKernels),
    place: (matrix) => placeMatrix(matrix, { native, ownKernels }),
    matMul: (a, b, transposed) => native.matMul(a, b, transposed) as tf.Tensor2D,
    combine: combine(native, ownKernels),
    sumRows: (x) => native.biasAddGradient(x) as tf.Tensor1D,
    reluGradient: (dy, y) => native.reluGradient(dy, y) as tf.Tensor2D,
    ...maskedRelu(native, ownKernels),
  };
}

function describe({ binding, isUsingGpuDevice }: TensorFlowBackend, ownKernels: boolean): string {
  const device = isUsingGpuDevice ? "GPU" : "CPU";
  return `TensorFlow ${binding.TF_Version} (${device}${isUsingGpuDevice || ownKernels ? "" : ", its own kernels alone"})`;
}
