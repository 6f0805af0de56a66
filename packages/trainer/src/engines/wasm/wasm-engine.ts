import { EngineError } from "@evenodds/core";
// Registers the gradients of all operations, which the core package alone does not.
import "@tensorflow/tfjs";
import { getThreadsCount } from "@tensorflow/tfjs-backend-wasm";
import * as tf from "@tensorflow/tfjs-core";
import type { Engine, Transposition } from "../engine.js";
import { placeRows } from "../place-rows.js";
import { guardMemory, type WasmAllocator } from "./guard-memory.js";
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
      argument: "‘engine’ wasm",
      expected: "a runtime with WebAssembly SIMD",
      found: started ? "no SIMD" : "a backend that does not start",
      hint: "use Node 20.19 or later on x64 or arm64",
    });
  }
  const backend = tf.backend() as unknown as { readonly wasm: WasmAllocator };
  guardMemory(backend.wasm);
  const kernels = wasmKernels();
  const threads = (await tf.env().getAsync("WASM_HAS_MULTITHREAD_SUPPORT")) ? getThreadsCount() : 1;
  return {
    name: "wasm",
    description: `wasm (SIMD, ${threads} thread${threads === 1 ? "" : "s"})`,
    place: (matrix) => placeRows(matrix, (h, rows) => kernels.segmentSum(h, rows)),
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

/**
 * The backend's loader makes the process rethrow every uncaught error with its whole source: those handlers go again.
 */
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
