/**
 * The hand-over types of evenodds and everything that is pure arithmetic on them.
 *
 * @module
 */
export {
  EngineError,
  EvenoddsError,
  InputError,
  InterruptedError,
  ModelError,
  ProofError,
  UsageError,
  nearMatches,
  suggest,
  type Complaint,
} from "./errors.js";
export { checkGraph, type GraphFindings } from "./graph/check-graph.js";
export type { Graph } from "./graph/graph.js";
export { canonicalLevel } from "./table/canonical-level.js";
export { checkNodeTable, sensitiveAttribute } from "./table/check-node-table.js";
export type { Category, NodeTable } from "./table/node-table.js";
export { Random } from "./random/random.js";
export { maskOf, splitParts, type Split, type SplitPart } from "./split/split.js";
export {
  addCounts,
  cellSize,
  countAt,
  countOutcomes,
  emptyCounts,
  excludedRows,
  exclusionReasons,
  usedRows,
  type ExclusionReason,
  type OutcomeCounts,
} from "./counts/outcome-counts.js";
export type {
  Layer,
  NamedWeight,
  Preprocessing,
  Provenance,
  RecordedSplit,
  TrainedModel,
} from "./model/trained-model.js";
