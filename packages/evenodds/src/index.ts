/**
 * The main jobs of evenodds as functions: audit a model, a table or counts, predict, train, export, import and
 * optimize. Nothing here knows a terminal or ends the process; options have the names of the flags in camel case.
 *
 * @example
 * const report = await auditModel("model.onnx", "graph/", { maxGap: 0.1 });
 * console.log(report.verdict, renderText(report));
 *
 * @module
 */
import type { exportRun as exportOf } from "./train/export-run.js";
import { requireTrainer } from "./train/require-trainer.js";
import type { cutModelFile } from "./model/cut-model-file.js";
import type { importModelFile } from "./model/import-model-file.js";
import type { optimizeModelFile } from "./model/optimize-model-file.js";
import type { trainGraph as trainOn } from "./train/train-graph.js";

export { readHistory, type ReadHistory } from "./history/read-history.js";
export { auditCounts, type CountsAuditOptions } from "./audit/audit-counts.js";
export { auditModel, type ModelAuditOptions } from "./audit/audit-model.js";
export type { AuditOptions, ModelOptions } from "./audit/audit-options.js";
export type { RunDifference, StabilityOptions } from "./audit/measure-stability.js";
export { auditRegressionModel, type RegressionModelAuditOptions } from "./audit/audit-regression-model.js";
export {
  auditRegressionTable,
  type RegressionAuditOptions,
  type RegressionSource,
  type RegressionTableAuditOptions,
} from "./audit/audit-regression-table.js";
export { planTable, type TablePlanOptions } from "./audit/plan-table.js";
export {
  auditTable,
  type TableAuditOptions,
  type PostgresQuery,
  type SparkQuery,
  type TrinoQuery,
  type TableSource,
} from "./audit/audit-table.js";
export { countingStatement, type CountedQuery, type CountingStatement } from "./audit/counting-statement.js";
export { compareModels, type ModelComparisonOptions } from "./compare/compare-models.js";
export type { CompareOptions } from "./compare/compare-options.js";
export { compareReports, type ReportComparisonOptions } from "./compare/compare-reports.js";
export { compareTables, type ComparedTables, type TableComparisonOptions } from "./compare/compare-tables.js";
export {
  holdAgainstBaseline,
  rebaseBaseline,
  type BaselineOptions,
  type HeldBaseline,
} from "./compare/hold-against-baseline.js";
export { monitor, type MonitorAdditions, type MonitorStateOptions } from "./monitor/monitor.js";
export type { MonitorSettings } from "./monitor/monitor-settings.js";
export type { TableAttributes, TableColumns } from "./audit/requested-outcomes.js";
export { predict, type PredictedClasses, type PredictedNumbers, type PredictOptions } from "./model/predict.js";
export type { GivenData, GivenGraph, GivenModel, InspectedModel } from "./model/run-model.js";
export type { ImportModelOptions } from "./model/import-model-file.js";
export type { OptimizeModelOptions } from "./model/optimize-model-file.js";
export type { WrittenModel } from "./model/write-proven-model.js";
export type { ExportRunOptions } from "./train/export-run.js";
export type { TrainGraphOptions } from "./train/train-graph.js";
export { writeReport } from "./write-report.js";

export {
  inspectModel,
  isBlocking,
  renderAnnotations,
  judgeGates,
  renderComparisonMarkdown,
  renderComparisonText,
  renderJson,
  renderJunit,
  renderMarkdown,
  renderSarif,
  renderText,
  type AuditReport,
  type GateFinding,
  type BaselineJudgement,
  type ComparisonReport,
  type MonitorReport,
  type RegressionReport,
  type ReportGate,
} from "@evenodds/auditor";
export {
  countOutcomes,
  CrashError,
  EngineError,
  EvenoddsError,
  InputError,
  InterruptedError,
  isEvenoddsError,
  ModelError,
  ProofError,
  UsageError,
  version,
  type OutcomeCounts,
} from "@evenodds/core";
export {
  loadGraph,
  type LoadedGraph,
  type RowTable,
  type MemoryColumn,
  type MemoryEdgeAttributes,
  type MemoryGraph,
  type MemoryValue,
} from "@evenodds/data";

// What makes models loads the exporter and TensorFlow.js, which an audit does not need.

/**
 * Trains a classifier, or a regression, on a graph and returns the model of its best epoch with its scores. Equal
 * graphs, options and engines give equal weights. With `out`, the run is kept in a new folder, for `exportRun`.
 *
 * Throws {@link UsageError} for options that do not fit, {@link InputError} for a graph without labels,
 * {@link EngineError} where the engine does not run or the optional package `@evenodds/trainer` is not installed, and
 * {@link InterruptedError} for the signal.
 */
export const trainGraph: typeof trainOn = async (...given) => {
  requireTrainer();
  return (await import("./train/train-graph.js")).trainGraph(...given);
};

/**
 * Writes the model of a finished run as an ONNX file, once it has been proved equal to what was trained: on the graph
 * of the run and on random graphs. Returns the proofs and the sizes of the files.
 *
 * Throws {@link ProofError} where the two differ, {@link InputError} where run or graph are not what they were, and
 * {@link EngineError} where the optional package `@evenodds/trainer` is not installed.
 */
export const exportRun: typeof exportOf = async (...given) => {
  requireTrainer();
  return (await import("./train/export-run.js")).exportRun(...given);
};

/**
 * Writes a state dict of PyTorch Geometric as an ONNX file, once it has been proved equal to the formulas that its card
 * names, or to a run of the original model. Returns the proofs and the sizes of the files.
 *
 * Throws {@link InputError} for weights or a card that cannot be read, {@link ProofError} where the two differ.
 */
export const importModel: typeof importModelFile = async (...given) =>
  (await import("./model/import-model-file.js")).importModelFile(...given);

/**
 * Cuts a model that evenodds exported into a plan of small steps for graphs that no machine holds, once the steps have
 * given what the whole model gives on random graphs. Returns the plan and the proofs.
 *
 * Throws {@link ModelError} for a file of another tool or one that was changed, {@link ProofError} where the two
 * differ.
 */
export const cutModel: typeof cutModelFile = async (...given) =>
  (await import("./model/cut-model-file.js")).cutModelFile(...given);

/**
 * Writes a model of any origin with its sums over neighbours in the fast form, once both have given the same on random
 * graphs, and on `graph` where it is given. Returns what was changed, the proofs and the sizes of the files.
 *
 * Throws {@link ModelError} for a model without such a sum or one that cannot be run, {@link ProofError} where the two
 * differ.
 */
export const optimizeModel: typeof optimizeModelFile = async (...given) =>
  (await import("./model/optimize-model-file.js")).optimizeModelFile(...given);
