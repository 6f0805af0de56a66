import { ModelError } from "../errors.js";
import { isStoredType, readElements, type StoredTensor } from "./stored-type.js";
import { safetensorsHeaderLength, safetensorsLayout, safetensorsStart } from "./safetensors-layout.js";

/**
 * Reads a safetensors file, of `encodeSafetensors` or of another tool. Arrays are copies. `F16` and `BF16` become
 * float32, which holds each of their numbers; `I64` becomes float64. Throws {@link ModelError}, with `name` as its
 * argument, for a file that is cut off, is not a safetensors file, holds another element type, an integer beyond 2^53,
 * or a tensor whose bytes are not those of its shape.
 */
export function decodeSafetensors(
  file: Uint8Array,
  name: string,
): { tensors: Map<string, StoredTensor>; metadata: ReadonlyMap<string, string> } {
  const refuse = (found: string) => new ModelError({ argument: name, expected: "a safetensors file", found });
  const size = file.length;
  const headerLength = safetensorsHeaderLength(file, { size, refuse });
  const header = file.subarray(safetensorsStart, safetensorsStart + headerLength);
  const { places, metadata } = safetensorsLayout(header, { size, refuse });
  const tensors = new Map<string, StoredTensor>();
  for (const [key, { type, shape, start, end }] of places) {
    if (!isStoredType(type)) throw refuse(`tensor ${key} of type ${type}`);
    const values = readElements(type, file.subarray(start, end));
    if (values === null) {
      throw refuse(`tensor ${key} with ${type === "BOOL" ? "a byte that is not 0 or 1" : "an integer beyond 2^53"}`);
    }
    tensors.set(key, { shape, values });
  }
  return { tensors, metadata };
}
