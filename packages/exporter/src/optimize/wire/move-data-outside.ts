import { startDataFile, staysInside, type ModelFiles } from "../../external/data-file.js";
import { changeTensors } from "./change-tensors.js";
import { externalContent, type ExternalData } from "./external-content.js";

/**
 * Returns a model whose large constants, those within it and those in the files beside it, are in one data file `path`.
 * Those that are written as lists of numbers stay. Errors as of {@link externalContent}.
 */
export function moveDataOutside(
  bytes: Uint8Array,
  { externalData, path }: { externalData: ExternalData; path: string },
): ModelFiles {
  const file = startDataFile(path);
  const model = changeTensors(bytes, (tensor) => {
    const content = externalContent(tensor, externalData) ?? tensor.rawData;
    if (staysInside({ dataType: tensor.dataType, bytes: content.length })) return undefined;
    return { outside: file.add(content) };
  });
  return { model, data: file.finish() };
}
