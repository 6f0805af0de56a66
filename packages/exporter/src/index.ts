/**
 * Writes trained node classifiers as ONNX, and proves that the file computes what was trained.
 *
 * @module
 */
export { checkModel } from "./check-model.js";
export { checkStructure, type StructureFindings } from "./check/check-structure.js";
export { exportModel, type ExportOptions } from "./export-model.js";
export { metadataKeys } from "./metadata.js";
export type { LogitsComparison } from "./prove/compare-logits.js";
export { proofGraphs, type ProofGraphOptions } from "./prove/proof-graphs.js";
export { proveExport, type GraphProof, type LogitsRunner, type NamedGraph } from "./prove/prove-export.js";
