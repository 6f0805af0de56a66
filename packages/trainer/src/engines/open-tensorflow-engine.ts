import { EngineError } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import type { TensorFlowBackend } from "../tensorflow/tensorflow-backend.js";
import { loadTensorFlowBackend } from "../tensorflow/load-tensorflow-backend.js";
import type { AddonLocation } from "../tensorflow/locate-addon.js";
import type { Engine } from "./engine.js";
import { nativeOperations, type NativeOperations } from "./native-operations.js";
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

/**
 * Whether the library knows the kernels of `packages/trainer/native`. Those that `evenodds setup-tensorflow` builds do;
 * one that the npm package installed does not, and is used with TensorFlow's own operations alone.
 */
function hasOwnKernels({ binding }: TensorFlowBackend): boolean {
  // One node without arcs. The newest of our kernels, as it is called now: a build from earlier sources counts as one
  // without.
  const inputs = [
    binding.createTensor([1, 1], binding.TF_FLOAT, Float32Array.of(1)),
    binding.createTensor([2], binding.TF_INT32, Int32Array.of(0, 0)),
    binding.createTensor([0], binding.TF_INT32, Int32Array.of()),
    binding.createTensor([1], binding.TF_FLOAT, Float32Array.of(1)),
    binding.createTensor([1], binding.TF_FLOAT, Float32Array.of(1)),
  ];
  try {
    const self = { name: "self", type: binding.TF_ATTR_FLOAT, value: 1 };
    const [output] = binding.executeOp("EvenoddsPropagate", [self], inputs, 1);
    binding.deleteTensor(output!.id);
    return true;
  } catch {
    return false;
  } finally {
    for (const input of inputs) binding.deleteTensor(input);
  }
}

/** The most terms that our kernel adds in one pass. */
const mostTerms = 3;

/** Adding up terms and a bias: one pass by our kernel where the library has it, else by TensorFlow's operations. */
export function combine(native: NativeOperations, ownKernels: boolean): Engine["combine"] {
  return (terms, { bias, relu }) => {
    if (ownKernels && terms.length <= mostTerms) return native.combine(terms, { bias, relu }) as tf.Tensor2D;
    const sum = native.biasAdd(terms.length === 1 ? terms[0]! : tf.addN([...terms]), bias) as tf.Tensor2D;
    return relu ? tf.relu(sum) : sum;
  };
}

/** ReLU with dropout: one pass by our kernels where the library has them, else by TensorFlow's operations. */
export function maskedRelu(
  native: NativeOperations,
  ownKernels: boolean,
): Pick<Engine, "reluDropout" | "reluDropoutGradient"> {
  if (ownKernels) {
    return {
      reluDropout: (x, { bits, scale }) => native.reluDropout(x, tf.tensor1d(bits, "int32"), scale) as tf.Tensor2D,
      reluDropoutGradient: (dy, y, scale) => native.reluDropoutGradient(dy, y, scale) as tf.Tensor2D,
    };
  }
  const table = bitTable();
  return {
    reluDropout: (x, { bits, scale }) => {
      // Eight factors for each possible byte: looking them up is far less to send than a factor for every entry.
      const factors = tf.tensor2d(
        table.map((bit) => bit * scale),
        [256, 8],
      );
      const rows = tf.gather(factors, tf.tensor1d(bits, "int32"));
      const flat = rows.size === x.size ? rows : tf.slice1d(tf.reshape(rows, [-1]), 0, x.size);
      return tf.mul(tf.relu(x), tf.reshape(flat, x.shape));
    },
    reluDropoutGradient: (dy, y, scale) => tf.mul(native.reluGradient(dy, y), scale),
  };
}

/** Returns `[256, 8]`, row-major: row b holds the bits of b, the lowest first. */
function bitTable(): Float32Array {
  return Float32Array.from({ length: 256 * 8 }, (_, i) => ((i >> 3) >> (i & 7)) & 1);
}
