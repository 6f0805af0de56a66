import { open } from "node:fs/promises";
import { basename } from "node:path";
import { beginWork } from "@evenodds/core";
import { scannerModule } from "./scanner.wasm.js";

/** The functions of `packages/data/assembly`; addresses and sizes are 32-bit numbers, offsets in a file doubles. */
export interface ScannerFunctions {
  beginText(delimiter: number, delimiterLength: number, comment: number, offset: number): void;
  scanText(address: number, length: number, position: number): void;
  finishText(position: number, out: number): void;
  beginJson(): void;
  scanJson(address: number, length: number, position: number): void;
  finishJson(position: number, out: number): void;
}

/** The part of the global that is used here; TypeScript has its types only among those of a browser page. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object, imports: object) => { readonly exports: object };
    readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  };
};

let compiled: object | null = null;

const page = 65_536;
/** Parts that stay in the cache of a processor are looked at faster than large ones. */
const mostPages = 16;
const keptBytes = 256;

/**
 * Reads a file from `offset` to its end, part by part, and returns the `results` numbers that `finish` writes. Memory
 * does not grow with the file.
 */
export async function scanParts(
  path: string,
  options: {
    readonly offset: number;
    readonly results: number;
    readonly begin: (functions: ScannerFunctions) => void;
    readonly scan: "scanText" | "scanJson";
    readonly finish: "finishText" | "finishJson";
  },
): Promise<Float64Array> {
  compiled ??= new WebAssembly.Module(Buffer.from(scannerModule, "base64"));
  const file = await open(path);
  const work = beginWork({ doing: `count records of ${basename(path)}`, library: null });
  try {
    const { size } = await file.stat();
    const pages = Math.min(mostPages, Math.max(1, Math.ceil(size / page)));
    // What was found is in the first page. A page is before each of the two parts, for the last bytes of the other
    // one, and a page follows them.
    const memory = new WebAssembly.Memory({ initial: 1 + 2 * (1 + pages) + 1 });
    const functions = new WebAssembly.Instance(compiled, { env: { memory, abort } }).exports as ScannerFunctions;
    const bytes = new Uint8Array(memory.buffer);
    options.begin(functions);
    const read = (address: number, from: number) => file.read(bytes, address, pages * page, from);
    let position = options.offset;
    let address = 2 * page;
    let other = address + (pages + 1) * page;
    let { bytesRead } = await read(address, position);
    while (bytesRead > 0) {
      // The next part is read while this one is looked at.
      const next = read(other, position + bytesRead);
      functions[options.scan](address, bytesRead, position);
      position += bytesRead;
      work.advance({ done: position, total: size, unit: "bytes" });
      bytes.copyWithin(other - keptBytes, address + bytesRead - keptBytes, address + bytesRead);
      ({ bytesRead } = await next);
      [address, other] = [other, address];
    }
    functions[options.finish](position, 0);
    return new Float64Array(memory.buffer, 0, options.results).slice();
  } finally {
    work.end();
    await file.close();
  }
}

function abort(): never {
  throw new Error("the scanner stopped");
}
