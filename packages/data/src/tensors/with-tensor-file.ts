import { open } from "node:fs/promises";
import { extname } from "node:path";
import { openNpz } from "./open-npz.js";
import { openSafetensors } from "./open-safetensors.js";
import type { OpenFile } from "./read-range.js";
import type { TensorFile } from "./tensor-file.js";

/** How files of arrays are opened, by their extension. */
const openers: ReadonlyMap<string, (file: OpenFile) => Promise<TensorFile>> = new Map([
  [".safetensors", openSafetensors],
  [".npz", openNpz],
]);

/** Whether a path is that of a file of arrays, by its extension: `.safetensors` or `.npz`. */
export function isTensorFile(path: string): boolean {
  return openers.has(extname(path).toLowerCase());
}

/**
 * Returns what `work` makes of the arrays in a file, which is open as long as it works. `name` stands in messages.
 * Throws `InputError` for a file that is not what its extension says.
 */
export async function withTensorFile<T>(
  path: string,
  { name, work }: { readonly name: string; readonly work: (file: TensorFile) => Promise<T> },
): Promise<T> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    return await work(await openers.get(extname(path).toLowerCase())!({ name, handle, size }));
  } finally {
    await handle.close();
  }
}
