/**
 * Writes trained node classifiers as ONNX, and proves that the file computes what was trained.
 *
 * @module
 */
export { checkModel } from "./check-model.js";
export type { DataFileSize } from "./check/check-external.js";
export { checkStructure, type StructureFindings } from "./check/check-structure.js";
export { cutModel, type CutModel } from "./cut/cut-model.js";
export { exportFiles } from "./export-files.js";
export { exportModel } from "./export-model.js";
export type { ExportableModel } from "./exportable-model.js";
export type { ExportOptions } from "./export-options.js";
export type { DataFile, ModelFiles, ModelFilesOptions } from "./data-file.js";
export type { ModelCard } from "./import/model-card.js";
export { readModelCard } from "./import/read-model-card.js";
export { importModel } from "./import/import-model.js";
export { readReferenceRun, treatsLoopsOtherwise, type ReferenceRun } from "./import/read-reference-run.js";
export { readTensors } from "./import/read-tensors.js";
export { referenceLogits } from "./import/reference-logits.js";
export type { OptimizeFindings, SumPattern } from "./optimize/optimize-findings.js";
export { optimizeFiles, type OptimizedFiles } from "./optimize/optimize-files.js";
export { optimizeModel, type OptimizedModel } from "./optimize/optimize-model.js";
export { proveOptimized } from "./optimize/prove-optimized.js";
export type { LogitsComparison } from "./prove/compare-logits.js";
export { proofGraphs, type ProofGraphOptions } from "./prove/proof-graphs.js";
export type { GraphProof, LogitsRunner, NamedGraph } from "./prove/compare-on-graphs.js";
export { proveCut } from "./prove/prove-cut.js";
export { proveExport } from "./prove/prove-export.js";
