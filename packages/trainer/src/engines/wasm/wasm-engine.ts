import { EngineError, type CompressedRows, type SymmetricNormalization } from "@evenodds/core";
// Registers the gradients of all operations, which the core package alone does not.
import "@tensorflow/tfjs";
import { getThreadsCount } from "@tensorflow/tfjs-backend-wasm";
import * as tf from "@tensorflow/tfjs-core";
import type { DropoutMask, Engine, PlacedMatrix, Transposition } from "../engine.js";
import { registerWasmKernels, segmentSumKernel } from "./wasm-kernels.js";

/**
 * Returns the engine on TensorFlow.js's WebAssembly backend, which runs wherever Node runs. Throws {@link EngineError}
 * where the backend does not start, or lacks SIMD instructions.
 */
export async function openWasmEngine(): Promise<Engine> {
  const started = await withoutProcessListeners(() => tf.setBackend("wasm"));
  const simd = started && (await tf.env().getAsync("WASM_HAS_SIMD_SUPPORT"));
  if (!simd) {
    throw new EngineError({
      argument: "--engine wasm",
      expected: "a runtime with WebAssembly SIMD",
      found: started ? "no SIMD" : "a backend that does not start",
      hint: "use Node 20.19 or later on x64 or arm64",
    });
  }
  registerWasmKernels(tf.backend());
  const threads = (await tf.env().getAsync("WASM_HAS_MULTITHREAD_SUPPORT")) ? getThreadsCount() : 1;
  return {
    name: "wasm",
    description: `wasm (SIMD, ${threads} thread${threads === 1 ? "" : "s"})`,
    place,
    matMul,
    combine: (terms, { bias, relu }) => {
      const sum = tf.add<tf.Tensor2D>(tf.addN([...terms]), bias);
      return relu ? tf.relu(sum) : sum;
    },
    sumRows: (x) => tf.sum(x, 0),
    reluGradient: (dy, y) => tf.mul(dy, tf.step(y)),
    reluDropout: (x, mask) => tf.mul(tf.relu(x), expandBits(mask, x.shape)),
    reluDropoutGradient: (dy, y, scale) => tf.mul(dy, tf.mul(tf.step(y), scale)),
  };
}

/** The backend's loader makes the process rethrow every uncaught error with its whole source: those handlers go again. */
async function withoutProcessListeners<T>(start: () => Promise<T>): Promise<T> {
  const events = ["uncaughtException", "unhandledRejection"] as const;
  const before = events.map((event) => new Set(process.listeners(event as "uncaughtException")));
  const result = await start();
  events.forEach((event, i) => {
    for (const listener of process.listeners(event as "uncaughtException")) {
      if (!before[i]!.has(listener)) process.removeListener(event, listener);
    }
  });
  return result;
}

function place({ incoming, outgoing, inverseSqrtDegree }: SymmetricNormalization): PlacedMatrix {
  const factor = tf.tensor1d(inverseSqrtDegree);
  const forward = placeRows(incoming);
  const backward = placeRows(outgoing);
  const product = (rows: PlacedRows, h: tf.Tensor2D) =>
    tf.engine().runKernel<tf.Tensor2D>(segmentSumKernel, { h, ...rows, factor });
  return {
    multiply: (h) => product(forward, h),
    multiplyTransposed: (h) => product(backward, h),
    dispose: () => tf.dispose([factor, ...Object.values(forward), ...Object.values(backward)]),
  };
}

interface PlacedRows extends tf.NamedTensorMap {
  pointer: tf.Tensor1D;
  column: tf.Tensor1D;
}

function placeRows({ pointer, column }: CompressedRows): PlacedRows {
  return { pointer: tf.tensor1d(pointer, "int32"), column: tf.tensor1d(column, "int32") };
}

// The backend's product with a transposed operand is ten times slower than transposing first.
function matMul(a: tf.Tensor2D, b: tf.Tensor2D, { left = false, right = false }: Transposition = {}): tf.Tensor2D {
  return tf.matMul(left ? tf.transpose(a) : a, right ? tf.transpose(b) : b);
}

function expandBits({ bits, scale }: DropoutMask, shape: [number, number]): tf.Tensor2D {
  const values = new Float32Array(shape[0] * shape[1]);
  for (let i = 0; i < values.length; i++) values[i] = (bits[i >> 3]! >> (i & 7)) & 1 ? scale : 0;
  return tf.tensor2d(values, shape);
}
