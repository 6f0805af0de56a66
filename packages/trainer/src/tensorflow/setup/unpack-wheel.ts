import { createWriteStream } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { EngineError, isEvenoddsError, isSystemError, writeRefusal } from "@evenodds/core";
import { openPromise } from "yauzl";
import { makeFolders } from "../../run-folder/make-folders.js";
import { throwIfStopped } from "./throw-if-stopped.js";
import type { Wheel } from "./wheels.js";

const library =
  /^(?:tensorflow\/(libtensorflow_(?:cc|framework)\.so\.2)|onnxruntime\/capi\/(libonnxruntime_providers_(?:cuda|shared)\.so))$/;
// Folders named c hold the C interface and what it includes.
const header =
  /^tensorflow\/include\/((?:tensorflow\/(?:.*\/)?c\/.*|tensorflow\/core\/platform\/ctstring.*|(?:xla\/)?tsl\/c\/.*|tsl\/platform\/.*)\.h)$/;
// TensorFlow's own library looks for NVIDIA's in ../nvidia/*/lib. Some have a second build for other linkers.
const cudaLibrary = /^nvidia\/\w+\/lib\/(?!.*\.alt\.)[^/]+\.so(?:\.\d+)*$/;
const license =
  /^(?:tensorflow\/THIRD_PARTY_NOTICES\.txt|tensorflow\/include\/LICENSE|onnxruntime\/(?:LICENSE|ThirdPartyNotices\.txt)|[^/]+\.dist-info\/(?:licenses\/)?License\.txt)$/;

/**
 * Takes libraries, the headers of the C interface and licenses out of a wheel, and leaves the rest, which is Python.
 * `onBytes` is told how much more is written. Throws {@link EngineError} for a file that is not a wheel,
 * {@link InputError} for a place that cannot be written, InterruptedError on a stop.
 */
export async function unpackWheel(
  path: string,
  options: {
    readonly wheel: Wheel;
    /** Folder for `lib`, `nvidia`, `include` and `licenses`. */
    readonly content: string;
    readonly signal: AbortSignal;
    readonly onBytes: (bytes: number) => void;
  },
): Promise<void> {
  const { wheel, content, signal, onBytes } = options;
  try {
    const zip = await openPromise(path, { autoClose: false });
    try {
      for await (const entry of zip.eachEntry()) {
        const place = placeOf(entry.fileName, wheel);
        if (place === null) continue;
        const target = join(content, place);
        await makeFolders(dirname(target));
        const stream = await zip.openReadStreamPromise(entry);
        stream.on("data", (chunk: Buffer) => onBytes(chunk.length));
        await writeMember(stream, { target, signal });
      }
    } finally {
      zip.close();
    }
  } catch (cause) {
    throwIfStopped(signal);
    if (isEvenoddsError(cause)) throw cause;
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new EngineError(
      {
        argument: `${wheel.name} ${wheel.version}`,
        expected: "a wheel that can be unpacked",
        found,
        hint: "run it again",
      },
      { cause },
    );
  }
}

/** Throws `InputError` where the file cannot be written: Node names it where it cannot be opened, and only there. */
async function writeMember(
  stream: NodeJS.ReadableStream,
  { target, signal }: { readonly target: string; readonly signal: AbortSignal },
): Promise<void> {
  const written = createWriteStream(target);
  let refusal: unknown;
  written.on("error", (error) => (refusal = error));
  try {
    await pipeline(stream, written, { signal });
  } catch (error) {
    throw error === refusal && isSystemError(error) ? writeRefusal(target, { cause: error }) : error;
  }
}

/** Where a member goes, null for one that is left. */
function placeOf(name: string, wheel: Wheel): string | null {
  const [, ofTensorFlow, ofOnnxRuntime] = library.exec(name) ?? [];
  const libraryName = ofTensorFlow ?? ofOnnxRuntime;
  if (libraryName !== undefined) return join("lib", libraryName);
  const headerName = header.exec(name)?.[1];
  if (headerName !== undefined) return join("include", headerName);
  if (cudaLibrary.test(name)) return name;
  return license.test(name) ? join("licenses", wheel.name, basename(name)) : null;
}
