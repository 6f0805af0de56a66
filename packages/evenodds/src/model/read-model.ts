import { constants } from "node:buffer";
import { open, readFile, stat } from "node:fs/promises";
import { machineMemory, ModelError } from "@evenodds/core";

/** The most bytes that Node reads at once. */
const mostAtOnce = 2 ** 31 - 1;

/**
 * Reads a model file, or one with weights, of as many bytes as an array can hold: 4 GiB in Node 20. What is larger than
 * `piece` is read piece by piece. Throws {@link ModelError} naming the path where that fails.
 */
export async function readModel(path: string, { piece = mostAtOnce }: { piece?: number } = {}): Promise<Uint8Array> {
  try {
    const found = await stat(path);
    if (found.isCharacterDevice() || found.isBlockDevice()) {
      throw new ModelError({
        argument: path,
        expected: "a model file to read",
        found: "a device",
        hint: "check the path",
      });
    }
    const { size } = found;
    return size <= piece ? await readFile(path) : await readInPieces(path, { size, piece });
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    const found =
      code === "ENOENT" ? "no such file" : code === "EISDIR" ? "a folder" : `an error (${code ?? "unknown"})`;
    const hint = code === "EISDIR" ? "name the .onnx file" : "check the path";
    throw new ModelError({ argument: path, expected: "a model file to read", found, hint }, { cause });
  }
}

async function readInPieces(path: string, { size, piece }: { size: number; piece: number }): Promise<Uint8Array> {
  // Later versions of Node have no limit of their own that memory would not reach first.
  const most = Math.min(constants.MAX_LENGTH, machineMemory());
  if (size > most) {
    const expected = `at most ${most} bytes, which fit into memory`;
    throw new ModelError({ argument: path, expected, found: `${size} bytes` });
  }
  const bytes = new Uint8Array(size);
  const file = await open(path);
  try {
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(bytes, at, Math.min(piece, size - at), at);
      if (bytesRead === 0) {
        throw new ModelError({ argument: path, expected: `${size} bytes`, found: `${at}: the file is being changed` });
      }
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
  return bytes;
}
