import { EngineError, type CompressedRows, type SymmetricNormalization } from "@evenodds/core";
// Registers the gradients of all operations, which the core package alone does not.
import "@tensorflow/tfjs";
import { getThreadsCount } from "@tensorflow/tfjs-backend-wasm";
import * as tf from "@tensorflow/tfjs-core";
import type { Engine, PlacedMatrix, Transposition } from "../engine.js";
import { wasmKernels, type WasmKernels } from "./wasm-kernels.js";

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
  const kernels = wasmKernels();
  const threads = (await tf.env().getAsync("WASM_HAS_MULTITHREAD_SUPPORT")) ? getThreadsCount() : 1;
  return {
    name: "wasm",
    description: `wasm (SIMD, ${threads} thread${threads === 1 ? "" : "s"})`,
    place: (matrix) => place(matrix, kernels),
    matMul: (a, b, transposed) => matMul(a, b, { transposed, kernels }),
    combine: (terms, { bias, relu }) => {
      const few = terms.length <= mostTerms ? terms : [tf.addN<tf.Tensor2D>([...terms])];
      return kernels.combine(few, { bias, relu });
    },
    sumRows: (x) => kernels.sumRows(x),
    reluGradient: (dy, y) => kernels.reluDropoutGradient(dy, y, 1),
    reluDropout: (x, { bits, scale }) => kernels.reluDropout(x, tf.tensor1d(bits, "int32"), scale),
    reluDropoutGradient: (dy, y, scale) => kernels.reluDropoutGradient(dy, y, scale),
  };
}

/** The most terms that the kernel adds in one pass. */
const mostTerms = 3;

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

function place({ incoming, outgoing, inverseSqrtDegree }: SymmetricNormalization, kernels: WasmKernels): PlacedMatrix {
  const factor = tf.keep(tf.tensor1d(inverseSqrtDegree));
  const placeRows = ({ pointer, column }: CompressedRows) => ({
    pointer: tf.keep(tf.tensor1d(pointer, "int32")),
    column: tf.keep(tf.tensor1d(column, "int32")),
    factor,
  });
  const forward = placeRows(incoming);
  const backward = placeRows(outgoing);
  return {
    multiply: (h) => kernels.segmentSum(h, forward),
    multiplyTransposed: (h) => kernels.segmentSum(h, backward),
    dispose: () => tf.dispose([factor, forward.pointer, forward.column, backward.pointer, backward.column]),
  };
}

function matMul(
  a: tf.Tensor2D,
  b: tf.Tensor2D,
  { transposed = {}, kernels }: { readonly transposed: Transposition | undefined; readonly kernels: WasmKernels },
): tf.Tensor2D {
  const { left = false, right = false } = transposed;
  // The right factor is small, a matrix of weights.
  const factor: tf.Tensor2D = right ? tf.transpose(b) : b;
  return left ? kernels.transposedProduct(a, factor) : kernels.product(a, factor);
}
