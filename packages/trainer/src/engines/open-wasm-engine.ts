import { EngineError } from "@evenodds/core";
import "@tensorflow/tfjs";
import { getThreadsCount } from "@tensorflow/tfjs-backend-wasm";
import * as tf from "@tensorflow/tfjs-core";
import type { Engine, Transposition } from "./engine.js";
import { placeRows, type PlacedRows } from "./place-rows.js";
import { guardMemory, type WasmAllocator } from "./guard-memory.js";
import { instantiateKernels } from "../kernels/instantiate-kernels.js";

// Registers the gradients of all operations, which the core package alone does not.

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

/** What the WASM backend offers to kernels beyond the common interface: its memory, and tensors by address. */
interface WasmBackend extends tf.KernelBackend {
  readonly wasm: { readonly asm: { readonly memory: object } };
  readonly dataIdMap: { get(dataId: object): { readonly memoryOffset: number } };
  makeOutput(shape: readonly number[], dtype: tf.DataType): tf.TensorInfo;
}

/** Kernels on tensors of the WASM backend; what they compute is in `packages/trainer/assembly`. */
interface WasmKernels {
  segmentSum(h: tf.Tensor2D, rows: PlacedRows): tf.Tensor2D;
  sumRows(x: tf.Tensor2D): tf.Tensor1D;
  product(a: tf.Tensor2D, b: tf.Tensor2D): tf.Tensor2D;
  transposedProduct(a: tf.Tensor2D, b: tf.Tensor2D): tf.Tensor2D;
  reluDropout(x: tf.Tensor2D, bits: tf.Tensor1D, scale: number): tf.Tensor2D;
  reluDropoutGradient(dy: tf.Tensor2D, y: tf.Tensor2D, scale: number): tf.Tensor2D;
  /** Of one to three terms. */
  combine(terms: readonly tf.Tensor2D[], options: { readonly bias: tf.Tensor1D; readonly relu: boolean }): tf.Tensor2D;
}

/**
 * Lets a copy of a tensor share its memory, as tensors never change: the backend's own kernel copies, and automatic
 * differentiation asks for a copy of everything that it keeps.
 */
function shareCopies(): void {
  const kernelName = "Identity";
  const backendName = "wasm";
  tf.unregisterKernel(kernelName, backendName);
  tf.registerKernel({
    kernelName,
    backendName,
    kernelFunc: ({ inputs, backend }: { inputs: tf.NamedTensorInfoMap; backend: unknown }) => {
      const { dataId, shape, dtype } = inputs.x!;
      (backend as tf.KernelBackend).incRef(dataId);
      return { dataId, shape, dtype };
    },
  });
}

/** Instantiates the kernels in the memory of the current backend, which has to be the WASM backend. */
function wasmKernels(): WasmKernels {
  shareCopies();
  const backend = tf.backend() as unknown as WasmBackend;
  const functions = instantiateKernels(backend.wasm.asm.memory);
  const address = (tensor: tf.TensorInfo) => backend.dataIdMap.get(tensor.dataId).memoryOffset;
  /** Makes the output first: the memory can move as it grows, but addresses in it stay. */
  const make = <T extends tf.Tensor = tf.Tensor2D>(shape: readonly number[], fill: (out: number) => void): T => {
    const info = backend.makeOutput(shape, "float32");
    fill(address(info));
    return tf.engine().makeTensorFromTensorInfo(info) as T;
  };
  return {
    segmentSum: (h, { pointer, column, weight, rowFactor, columnFactor, self }) => {
      const arcs = [address(pointer), address(column)] as const;
      const factors = [address(rowFactor), address(columnFactor), self] as const;
      return make(h.shape, (out) => {
        if (weight === undefined) functions.segmentSum(address(h), out, ...arcs, ...factors, ...h.shape);
        else functions.weightedSegmentSum(address(h), out, ...arcs, address(weight), ...factors, ...h.shape);
      });
    },
    sumRows: (x) => make<tf.Tensor1D>([x.shape[1]], (out) => functions.sumRows(address(x), out, ...x.shape)),
    product: (a, b) => {
      const [rows, k] = a.shape;
      const m = b.shape[1];
      return make([rows, m], (out) => functions.product(address(a), address(b), out, rows, k, m));
    },
    transposedProduct: (a, b) => {
      const [rows, k] = a.shape;
      const m = b.shape[1];
      return make([k, m], (out) => functions.transposedProduct(address(a), address(b), out, rows, k, m));
    },
    reluDropout: (x, bits, scale) =>
      make(x.shape, (out) => functions.reluDropout(address(x), address(bits), out, x.size, scale)),
    reluDropoutGradient: (dy, y, scale) =>
      make(y.shape, (out) => functions.reluDropoutGradient(address(dy), address(y), out, y.size, scale)),
    combine: (terms, { bias, relu }) => {
      const [a, b, c] = terms;
      const optional = (term: tf.Tensor2D | undefined) => (term === undefined ? 0 : address(term));
      return make(a!.shape, (out) =>
        functions.combine(...[address(a!), optional(b), optional(c), address(bias), out], ...a!.shape, relu ? 1 : 0),
      );
    },
  };
}
