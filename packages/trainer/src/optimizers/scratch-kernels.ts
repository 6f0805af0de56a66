import {
  instantiateKernels,
  newMemory,
  type KernelFunctions,
  type KernelMemory,
} from "../kernels/instantiate-kernels.js";

const pageBytes = 65_536;

/** One memory for all steps of a process: what is placed there is read back before the next step. */
let scratch: { readonly memory: KernelMemory; readonly functions: KernelFunctions } | null = null;

function open() {
  if (scratch === null) {
    const memory = newMemory();
    scratch = { memory, functions: instantiateKernels(memory) };
  }
  return scratch;
}

/** Returns kernels that work on {@link placed} arrays. */
export function kernels(): KernelFunctions {
  return open().functions;
}

/**
 * Copies arrays side by side into the kernels' memory, each with room for whole blocks of four. Returns views of the copies,
 * which hold until the next call, and their addresses.
 */
export function placed(arrays: readonly Float32Array[]): { arrays: Float32Array[]; addresses: number[] } {
  const { memory } = open();
  const addresses: number[] = [];
  let end = 0;
  for (const { length } of arrays) {
    addresses.push(end);
    end += Math.ceil(length / 4) * 16;
  }
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
  const views = arrays.map((array, i) => new Float32Array(memory.buffer, addresses[i], array.length));
  arrays.forEach((array, i) => views[i]!.set(array));
  return { arrays: views, addresses };
}
