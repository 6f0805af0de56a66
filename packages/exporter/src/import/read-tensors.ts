import { decodeSafetensors, ModelError, type StoredTensor } from "@evenodds/core";

/** How files of `torch.save` begin: a ZIP archive, or in old ones a pickle. */
const torchFiles: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x80, 0x02],
];

/**
 * Returns the tensors of a safetensors file by key. Throws {@link ModelError} naming the file for anything else, with
 * the way out for files of `torch.save`: those can hold programs, so they are not read.
 */
export function readTensors(file: Uint8Array, name: string): ReadonlyMap<string, StoredTensor> {
  if (torchFiles.some((start) => start.every((byte, i) => file[i] === byte))) {
    throw new ModelError({
      argument: name,
      expected: "a safetensors file",
      found: "a file of torch.save",
      hint: `write it again in Python: safetensors.torch.save_file(model.state_dict(), "model.safetensors")`,
    });
  }
  return decodeSafetensors(file, name).tensors;
}
