import { decodeSafetensors, isTorchFile, ModelError, type StoredTensor } from "@evenodds/core";

/**
 * Returns the tensors of a safetensors file by key. Throws {@link ModelError} naming the file for anything else, with
 * the way out for files of `torch.save`: those can hold programs, so they are not read.
 */
export function readTensors(file: Uint8Array, name: string): ReadonlyMap<string, StoredTensor> {
  if (isTorchFile(file)) {
    throw new ModelError({
      argument: name,
      expected: "a safetensors file",
      found: "a file of torch.save",
      hint: `write it again in Python: safetensors.torch.save_file(model.state_dict(), "model.safetensors")`,
    });
  }
  return decodeSafetensors(file, name).tensors;
}
