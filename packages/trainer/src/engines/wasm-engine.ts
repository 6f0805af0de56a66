import { EngineError, type CompressedRows, type SymmetricNormalization } from "@evenodds/core";
// Registers the gradients of all operations, which the core package alone does not.
import "@tensorflow/tfjs";
import { getThreadsCount } from "@tensorflow/tfjs-backend-wasm";
import * as tf from "@tensorflow/tfjs-core";
import type { AdamSlot, AdamStep, Engine, Propagation } from "./engine.js";
import { adamKernel, registerWasmKernels, segmentSumKernel } from "./wasm-kernels.js";
import { withGradient } from "./with-gradient.js";

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
    adamStep,
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

function place({ incoming, outgoing, inverseSqrtDegree }: SymmetricNormalization): Propagation {
  const factor = tf.tensor1d(inverseSqrtDegree);
  const forward = placeRows(incoming);
  const backward = placeRows(outgoing);
  const product = (rows: PlacedRows, h: tf.Tensor2D) =>
    tf.engine().runKernel<tf.Tensor2D>(segmentSumKernel, { h, ...rows, factor });
  return {
    apply: (h) =>
      withGradient([h], () => ({ value: product(forward, h), gradFunc: (dy: tf.Tensor2D) => product(backward, dy) })),
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
function matMul(a: tf.Tensor2D, b: tf.Tensor2D, { constantLeft = false } = {}): tf.Tensor2D {
  return withGradient(constantLeft ? [b] : [a, b], (save) => {
    save([a, b]);
    return {
      value: tf.matMul(a, b),
      gradFunc: (dy, saved) => {
        const right = tf.matMul(tf.transpose(saved[0]!), dy);
        return constantLeft ? right : [tf.matMul(dy, tf.transpose(saved[1]!)), right];
      },
    };
  });
}

function adamStep({ parameter, firstMoment, secondMoment }: AdamSlot, gradient: tf.Tensor, step: AdamStep): AdamSlot {
  const inputs = { parameter, gradient, firstMoment, secondMoment };
  const attributes = step as unknown as tf.NamedAttrMap;
  const [theta, m, v] = tf.engine().runKernel<tf.Tensor[]>(adamKernel, inputs, attributes);
  return { parameter: theta!, firstMoment: m!, secondMoment: v! };
}
