import { kernelsModule } from "./kernels.wasm.js";

/** A WebAssembly memory, as far as it is used here. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The functions of `packages/trainer/assembly`: arrays are addresses, counts and sizes 32-bit numbers. */
export interface KernelFunctions {
  adam(
    ...given: [
      ...[parameter: number, first: number, second: number, gradient: number, size: number],
      ...[stepSize: number, correction: number, beta1: number, beta2: number, epsilon: number, decay: number],
    ]
  ): void;
  attention(
    ...given: [
      ...[h: number, source: number, target: number, y: number, scores: number, records: number],
      ...[slice: number, work: number, pointer: number, column: number],
      ...[nodes: number, heads: number, width: number, slope: number, room: number],
    ]
  ): void;
  attentionGradient(
    ...given: [
      ...[h: number, source: number, target: number, y: number, dy: number, scores: number, records: number],
      ...[dh: number, dsource: number, dtarget: number, changes: number],
      ...[slice: number, work: number, pointer: number, column: number],
      ...[nodes: number, heads: number, width: number, slope: number, room: number],
    ]
  ): void;
  combine(
    ...given: [a: number, b: number, c: number, bias: number, out: number, rows: number, width: number, relu: number]
  ): void;
  neighbourMax(
    ...given: [
      ...[x: number, y: number, choice: number, slice: number, pointer: number, column: number],
      ...[nodes: number, width: number],
    ]
  ): void;
  neighbourMaxGradient(...given: [dy: number, choice: number, dx: number, nodes: number, width: number]): void;
  product(...given: [a: number, b: number, out: number, rows: number, k: number, m: number]): void;
  reluDropout(...given: [x: number, bits: number, y: number, size: number, scale: number]): void;
  reluDropoutGradient(...given: [dy: number, y: number, dx: number, size: number, scale: number]): void;
  segmentSum(
    ...given: [
      ...[h: number, out: number, pointer: number, column: number],
      ...[rowFactor: number, columnFactor: number, self: number, nodes: number, width: number],
    ]
  ): void;
  weightedSegmentSum(
    ...given: [
      ...[h: number, out: number, pointer: number, column: number, weight: number],
      ...[rowFactor: number, columnFactor: number, self: number, nodes: number, width: number],
    ]
  ): void;
  sumRows(...given: [x: number, out: number, rows: number, width: number]): void;
  transposedProduct(...given: [a: number, b: number, out: number, rows: number, k: number, m: number]): void;
}

/** The part of the global that is used here; TypeScript has its types only among those of a browser page. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object, imports: object) => { readonly exports: object };
    readonly Memory: new (size: { readonly initial: number }) => KernelMemory;
  };
};

let compiled: object | null = null;

/** Returns the kernels on a memory. */
export function instantiateKernels(memory: object): KernelFunctions {
  compiled ??= new WebAssembly.Module(Buffer.from(kernelsModule, "base64"));
  return new WebAssembly.Instance(compiled, { env: { memory, abort } }).exports as KernelFunctions;
}

/** Returns a new memory of one page, 64 KiB. */
export function newMemory(): KernelMemory {
  return new WebAssembly.Memory({ initial: 1 });
}

function abort(): never {
  throw new Error("a WebAssembly kernel stopped");
}
