import { open } from "node:fs/promises";
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
/** What was found stands in the first page; the bytes before a part end where the part begins, and a page follows it. */
const partAddress = page;
const mostPages = 64;
const keptBytes = 256;

/**
 * Reads a file from `offset` to its end, part by part, and returns the `results` numbers that `finish` writes. Memory does
 * not grow with the file.
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
  try {
    const { size } = await file.stat();
    const pages = Math.min(mostPages, Math.max(1, Math.ceil(size / page)));
    const memory = new WebAssembly.Memory({ initial: 2 + pages });
    const functions = new WebAssembly.Instance(compiled, { env: { memory, abort } }).exports as ScannerFunctions;
    const bytes = new Uint8Array(memory.buffer);
    options.begin(functions);
    let position = options.offset;
    for (;;) {
      const { bytesRead } = await file.read(bytes, partAddress, pages * page, position);
      if (bytesRead === 0) break;
      functions[options.scan](partAddress, bytesRead, position);
      position += bytesRead;
      bytes.copyWithin(partAddress - keptBytes, partAddress + bytesRead - keptBytes, partAddress + bytesRead);
    }
    functions[options.finish](position, 0);
    return new Float64Array(memory.buffer, 0, options.results).slice();
  } finally {
    await file.close();
  }
}

function abort(): never {
  throw new Error("the scanner stopped");
}
