import { EngineError } from "@evenodds/core";

/** The allocator of the WebAssembly backend. */
export interface WasmAllocator {
  _malloc: (bytes: number) => number;
  _free: (address: number) => void;
  /** All of its memory as it is now: growing replaces it. */
  HEAPU8: Uint8Array;
}

/** What 32-bit addresses reach. */
const mostBytes = 2 ** 32;

/** The allocators that are guarded already: a process has one backend, however many engines it opens. */
const guarded = new WeakSet<WasmAllocator>();

/**
 * Makes the allocator of a backend throw {@link EngineError} where there is no room. Its own answer is address 0, a
 * trap within WebAssembly, or a place whose end lies behind 4 GiB, which is at the beginning again, and sizes from 4
 * GiB on are taken modulo that: the backend asks for nothing of this and would write over other tensors. An allocator
 * that gave a place behind its memory has lost count and gives nothing any more.
 */
export function guardMemory(wasm: WasmAllocator): void {
  if (guarded.has(wasm)) return;
  guarded.add(wasm);
  // Emscripten puts the real function in the place of a first one when that is called, which would end the guard.
  wasm._free(wasm._malloc(1));
  const allocate = wasm._malloc.bind(wasm);
  let isLost = false;
  wasm._malloc = (bytes) => {
    if (isLost || bytes >= mostBytes) throw noRoom(bytes);
    let address: number;
    try {
      address = allocate(bytes);
    } catch (cause) {
      throw noRoom(bytes, cause);
    }
    if (address === 0 && bytes > 0) throw noRoom(bytes);
    // Addresses above 2 GiB are negative numbers here.
    isLost = (address >>> 0) + bytes > wasm.HEAPU8.length;
    if (isLost) throw noRoom(bytes);
    return address;
  };
}

function noRoom(bytes: number, cause?: unknown): EngineError {
  return new EngineError(
    {
      argument: "memory of engine wasm",
      expected: "a run that fits into the 4 GiB that WebAssembly can address",
      found: `no room for another ${Math.ceil(bytes / 2 ** 20)} MiB`,
      hint: "take ‘engine’ tensorflow (evenodds setup-tensorflow), or fewer hidden columns (‘hidden’)",
    },
    { cause },
  );
}
