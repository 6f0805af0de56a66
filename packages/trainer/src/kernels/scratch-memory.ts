import { EngineError } from "@evenodds/core";
import { instantiateKernels, newMemory, type KernelFunctions } from "./instantiate-kernels.js";

const pageBytes = 65_536;

/** What 32-bit addresses reach. */
const mostBytes = 2 ** 32;

/** A cache line: rows of sixteen columns then begin where one begins, and there is room for whole blocks of four. */
const alignment = 64;

/** An array to copy, or for how many 32-bit numbers to leave room. */
export type ScratchPart = Float32Array | Int32Array | number;

/** The address of each part. */
export type Addresses<Parts extends readonly ScratchPart[]> = { readonly [I in keyof Parts]: number };

/**
 * A memory with the kernels on it, for what every engine computes outside itself. The garbage collector frees it with
 * the last reference.
 */
export interface ScratchMemory {
  readonly kernels: KernelFunctions;
  /**
   * Puts parts side by side over those of the call before, and returns their addresses. Room holds anything at first.
   * Throws {@link EngineError} where the parts need more than 4 GiB.
   */
  place<const Parts extends readonly ScratchPart[]>(parts: Parts): Addresses<Parts>;
  /** Copies `length` f32 numbers from an address. */
  floats(address: number, length: number): Float32Array;
  /** Copies `length` 32-bit whole numbers from an address. */
  integers(address: number, length: number): Int32Array;
}

/** Opens a memory; `constants` stay in it for good, at the addresses returned. */
export function openScratchMemory<const Parts extends readonly ScratchPart[]>(
  constants: Parts,
): { readonly memory: ScratchMemory; readonly addresses: Addresses<Parts> } {
  const memory = newMemory();
  const put = (start: number, parts: readonly ScratchPart[]) => {
    const addresses: number[] = [];
    let end = start;
    for (const part of parts) {
      addresses.push(end);
      end += Math.ceil((4 * sizeOf(part)) / alignment) * alignment;
    }
    reserve(memory, end);
    parts.forEach((part, i) => {
      if (typeof part === "number") return;
      const words = new Uint32Array(memory.buffer, addresses[i], part.length);
      words.set(new Uint32Array(part.buffer, part.byteOffset, part.length));
    });
    return { addresses, end };
  };
  const fixed = put(0, constants);
  return {
    memory: {
      kernels: instantiateKernels(memory),
      place: <P extends readonly ScratchPart[]>(parts: P) => put(fixed.end, parts).addresses as Addresses<P>,
      floats: (address, length) => new Float32Array(memory.buffer, address, length).slice(),
      integers: (address, length) => new Int32Array(memory.buffer, address, length).slice(),
    },
    addresses: fixed.addresses as Addresses<Parts>,
  };
}

function sizeOf(part: ScratchPart): number {
  return typeof part === "number" ? part : part.length;
}

function reserve(memory: ReturnType<typeof newMemory>, bytes: number): void {
  if (bytes > mostBytes) {
    throw new EngineError({
      argument: "memory of one operation on all nodes",
      expected: "at most 4 GiB",
      found: `${Math.ceil(bytes / 2 ** 20)} MiB`,
      hint: "take fewer hidden columns",
    });
  }
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
}

let shared: ScratchMemory | null = null;

/** Returns the one memory of a process for what keeps nothing in it from call to call. */
export function sharedScratchMemory(): ScratchMemory {
  shared ??= openScratchMemory([]).memory;
  return shared;
}
