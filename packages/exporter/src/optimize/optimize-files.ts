import {
  dataFileName,
  defaultExternalFrom,
  staysInside,
  type ModelFiles,
  type ModelFilesOptions,
  startDataFile,
} from "../data-file.js";
import type { OptimizeFindings } from "./optimize-findings.js";
import { optimizeModel } from "./optimize-model.js";
import { rewriteModel } from "./rewrite-model.js";
import { embedData } from "./embed-data.js";
import { type ExternalData, externalContent } from "./external-content.js";
import { changeTensors } from "./change-tensors.js";

/** What {@link optimizeFiles} made of a model. */
export interface OptimizedFiles {
  /** Not proven yet, see `proveOptimized`. */
  readonly files: ModelFiles;
  readonly findings: OptimizeFindings;
}

/**
 * Does what `optimizeModel` does, for a model of any size: where it has more than `externalFrom` bytes with the data
 * beside it, constants of 1 KiB and more are in one new data file, as of `exportFiles`; else everything is in the ONNX
 * file. Contents are views of `externalData` and `bytes`.
 *
 * Errors as of `optimizeModel`, but for large models; `UsageError` for a name that is not that of a file alone.
 */
export function optimizeFiles(
  bytes: Uint8Array,
  {
    name,
    externalFrom = defaultExternalFrom,
    externalData = new Map(),
  }: ModelFilesOptions & { readonly externalData?: ExternalData },
): OptimizedFiles {
  const path = dataFileName(name);
  const size = [...externalData.values()].reduce((sum, { length }) => sum + length, bytes.length);
  if (size <= externalFrom) {
    const { bytes: model, findings } = optimizeModel(bytes, { externalData });
    return { files: { model }, findings };
  }
  const { bytes: model, findings } = rewriteModel(embedData(bytes, externalData, { only: staysInside }));
  return { files: moveDataOutside(model, { externalData, path }), findings };
}

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
