import { EngineError } from "@evenodds/core";

/** The allocator of the WebAssembly backend. */
export interface WasmAllocator {
  _malloc: (bytes: number) => number;
  _free: (address: number) => void;
}

/** What 32-bit addresses reach. */
const mostBytes = 2 ** 32;

/** The allocators that are guarded already: a process has one backend, however many engines it opens. */
const guarded = new WeakSet<WasmAllocator>();

/**
 * Makes the allocator of a backend throw {@link EngineError} where there is no room. Its own answer is address 0 or a trap within
 * WebAssembly, and sizes from 4 GiB on are taken modulo that: the backend asks for nothing of this and would write over other
 * tensors.
 */
export function guardMemory(wasm: WasmAllocator): void {
  if (guarded.has(wasm)) return;
  guarded.add(wasm);
  // Emscripten puts the real function in the place of a first one when that is called, which would end the guard.
  wasm._free(wasm._malloc(1));
  const allocate = wasm._malloc.bind(wasm);
  wasm._malloc = (bytes) => {
    if (bytes >= mostBytes) throw noRoom(bytes);
    let address: number;
    try {
      address = allocate(bytes);
    } catch (cause) {
      throw noRoom(bytes, cause);
    }
    if (address === 0 && bytes > 0) throw noRoom(bytes);
    return address;
  };
}

function noRoom(bytes: number, cause?: unknown): EngineError {
  return new EngineError(
    {
      argument: "memory of engine wasm",
      expected: "a run that fits into the 4 GiB that WebAssembly can address",
      found: `no room for another ${Math.ceil(bytes / 2 ** 20)} MiB`,
      hint: "take --engine tensorflow (evenodds setup-tensorflow), or fewer hidden columns (--hidden)",
    },
    { cause },
  );
}
