import { layerwiseKernels } from "./kernels.wasm.js";

/** The functions of `packages/auditor/assembly`: arrays are addresses, counts and places 32-bit numbers. */
export interface TileKernels {
  noteLargest(rows: number, count: number, width: number, largest: number): number;
  countArcs(targets: number, arcs: number, counts: number): void;
  largestCount(counts: number, nodes: number): number;
  sumWeights(targets: number, weights: number, arcs: number, sums: number, scale: number): void;
  sumRows(
    ...given: [
      sources: number,
      targets: number,
      arcs: number,
      rows: number,
      sums: number,
      width: number,
      scales: number,
    ]
  ): void;
  sumWeightedRows(
    ...given: [
      ...[sources: number, targets: number, weights: number, arcs: number],
      ...[rows: number, sums: number, width: number, scales: number],
    ]
  ): void;
  finishSums(sums: number, nodes: number, width: number, factors: number, out: number): void;
  startMax(largest: number, count: number): void;
  maxRows(
    ...given: [sources: number, targets: number, arcs: number, rows: number, largest: number, width: number]
  ): void;
  finishMax(largest: number, count: number): void;
  startScores(sources: number, targets: number, count: number, slope: number, highest: number): void;
  raiseScores(
    ...given: [
      ...[sources: number, targets: number, arcs: number, sourceScores: number, targetScores: number],
      ...[highest: number, heads: number, slope: number, shift: bigint],
    ]
  ): void;
  exactExp(d: number): number;
  weighRows(
    ...given: [
      ...[sources: number, targets: number, arcs: number, features: number, sourceScores: number],
      ...[targetScores: number, highest: number, totals: number, sums: number, heads: number, columns: number],
      ...[slope: number, totalScale: number, scales: number, shift: bigint],
    ]
  ): void;
  weighOwn(
    ...given: [
      ...[from: number, to: number, count: number, features: number, sourceScores: number, targetScores: number],
      ...[highest: number, totals: number, sums: number, heads: number, columns: number],
      ...[slope: number, totalScale: number, scales: number],
    ]
  ): void;
  finishAttention(
    ...given: [
      ...[totals: number, sums: number, nodes: number, heads: number, columns: number],
      ...[totalFactor: number, factors: number, out: number],
    ]
  ): void;
}

/** The part of the global that is used here; TypeScript has its types only among those of a browser page. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object, imports: object) => { readonly exports: object };
    readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  };
};

const pageBytes = 65_536;

/** What 32-bit addresses reach, some way below their end. */
export const mostTileBytes = 2 ** 32 - 2 * pageBytes;

/** Arrays begin at multiples of it. */
const alignment = 64;

/** A memory of a fixed size, in which arrays are laid out anew for each step, with the functions that work on them. */
export class TileMemory {
  readonly kernels: TileKernels;
  readonly #buffer: ArrayBuffer;
  /** Nothing lies at 0. */
  #next = alignment;

  /** Takes `bytes` for arrays. */
  constructor(bytes: number) {
    const pages = Math.ceil((bytes + alignment) / pageBytes);
    const memory = new WebAssembly.Memory({ initial: pages });
    const module = new WebAssembly.Module(Buffer.from(layerwiseKernels, "base64"));
    const abort = () => {
      throw new Error("a kernel along arcs stopped");
    };
    this.kernels = new WebAssembly.Instance(module, { env: { memory, abort } }).exports as TileKernels;
    this.#buffer = memory.buffer;
  }

  /** Forgets all arrays from `mark` on, by default all. */
  clear(mark = alignment): void {
    this.#next = mark;
  }

  /** Where the next array would begin. */
  get mark(): number {
    return this.#next;
  }

  /** Returns the address of room for so many bytes, which hold anything. */
  room(bytes: number): number {
    const address = this.#next;
    this.#next = roundedUp(address + bytes);
    if (this.#next > this.#buffer.byteLength) throw new Error(`no room for ${bytes} bytes in the memory of a tile`);
    return address;
  }

  /** Returns the address of a copy of numbers. */
  place(values: Float64Array): number {
    const address = this.room(values.byteLength);
    new Float64Array(this.#buffer, address, values.length).set(values);
    return address;
  }

  floats(address: number, length: number): Float32Array {
    return new Float32Array(this.#buffer, address, length);
  }

  integers(address: number, length: number): Uint32Array {
    return new Uint32Array(this.#buffer, address, length);
  }

  /** Fills bytes with 0. */
  zero(address: number, bytes: number): void {
    new Uint8Array(this.#buffer, address, bytes).fill(0);
  }
}

/** Returns the bytes that an array takes with what is left free behind it. */
export function roundedUp(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}
