import { encodeModel } from "./encode-model.js";
import type { ExportOptions } from "./export-options.js";
import type { ExportableModel } from "./exportable-model.js";
import {
  dataFileName,
  defaultExternalFrom,
  type ModelFiles,
  type ModelFilesOptions,
  startDataFile,
  staysInside,
  type DataFile,
} from "./data-file.js";
import { modelProto } from "./model-proto.js";
import { onnx } from "./builder/proto.js";

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

/** Returns the number of bytes of all constants of a graph. */
function constantBytes({ initializer }: Pick<onnx.IGraphProto, "initializer">): number {
  return (initializer ?? []).reduce((sum, { rawData }) => sum + (rawData?.length ?? 0), 0);
}

/**
 * Returns the constants of a graph with those that do not stay inside in a data file of the name `path`, and that file;
 * it is undefined where all stay inside.
 */
function moveOutside(
  constants: readonly onnx.ITensorProto[],
  path: string,
): { initializer: onnx.ITensorProto[]; data: DataFile | undefined } {
  const file = startDataFile(path);
  const initializer = constants.map(({ name, dataType, dims, rawData }) => {
    const content = rawData ?? new Uint8Array(0);
    if (staysInside({ dataType, bytes: content.length })) {
      return onnx.TensorProto.create({ name, dataType, dims, rawData: content });
    }
    return onnx.TensorProto.create({
      name,
      dataType,
      dims,
      externalData: file.add(content),
      dataLocation: onnx.TensorProto.DataLocation.EXTERNAL,
    });
  });
  return { initializer, data: file.finish() };
}
