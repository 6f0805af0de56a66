import { changeTensors } from "./change-tensors.js";
import { externalContent, type ExternalData } from "./external-content.js";

/**
 * Returns a model with the tensors of the files beside it within, or with those of them that `only` names; the same
 * bytes where there are none. With all of them it is one file wherever it is moved to. Throws {@link ModelError} for a
 * file that is not given or too short.
 */
export function embedData(
  bytes: Uint8Array,
  files: ExternalData,
  { only = () => true }: { only?: (tensor: { dataType: number | null | undefined; bytes: number }) => boolean } = {},
): Uint8Array {
  if (files.size === 0) return bytes;
  return changeTensors(bytes, (tensor) => {
    const inside = externalContent(tensor, files);
    if (inside === undefined || !only({ dataType: tensor.dataType, bytes: inside.length })) return undefined;
    return { inside };
  });
}
