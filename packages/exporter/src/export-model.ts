import { encodeModel } from "./encode-model.js";
import type { ExportOptions } from "./export-options.js";
import type { ExportableModel } from "./exportable-model.js";
import { modelProto } from "./model-proto.js";

/**
 * Returns a trained model as an ONNX file (see `contract`): inputs `x: float32[N, F]` with raw features and
 * `edge_index: int64[2, E]`, output `logits: float32[N, C]`, or `[N, 1]` for the tasks `binary` and `regression`. The
 * scaling of the features is part of the graph, and so are the sums over neighbours: any N ≥ 1 and E ≥ 0 with indices
 * in `[0, N)`, arcs in any order, each counted as often as it is listed. Everything else that is known about the model
 * is in `metadata_props`, see `metadataKeys`.
 *
 * The same model and options give the same bytes. Throws `ModelError` for a model that is not whole, see `checkModel`,
 * for `edgeWeights` where its layers cannot take them, and for one of more than 2 GiB, which `exportFiles` writes as
 * two files; `UsageError` for an unknown form, texts that are empty and sizes that no graph has.
 */
export function exportModel(model: ExportableModel, options: ExportOptions = {}): Uint8Array {
  return encodeModel(modelProto(model, options));
}
