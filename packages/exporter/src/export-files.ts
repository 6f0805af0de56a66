import { encodeModel } from "./encode-model.js";
import type { ExportOptions } from "./export-options.js";
import type { ExportableModel } from "./exportable-model.js";
import { dataFileName, defaultExternalFrom, type ModelFiles, type ModelFilesOptions } from "./external/data-file.js";
import { constantBytes, moveOutside } from "./external/move-outside.js";
import { modelProto } from "./model-proto.js";

/**
 * Returns a trained model as `exportModel` does, of any size: where its constants have more than `externalFrom` bytes
 * in all, those of 1 KiB and more are in `data`, a file of raw little-endian numbers that belongs beside the ONNX file
 * under the name `data.path`; else `model` is what `exportModel` gives, and there is no `data`. Nothing of the weights
 * is copied.
 *
 * Errors as of `exportModel`; `UsageError` for a name that is not that of a file alone.
 */
export function exportFiles(
  model: ExportableModel,
  { name, externalFrom = defaultExternalFrom, ...options }: ExportOptions & ModelFilesOptions,
): ModelFiles {
  const path = dataFileName(name);
  const message = modelProto(model, options);
  const graph = message.graph!;
  if (constantBytes(graph) <= externalFrom) return { model: encodeModel(message) };
  const { initializer, data } = moveOutside(graph.initializer!, path);
  graph.initializer = initializer;
  return { model: encodeModel(message), data };
}
