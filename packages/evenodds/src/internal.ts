/**
 * What the command line needs beyond the public list, and nobody else may rely on: it changes with any version. What
 * loads the exporter or TensorFlow.js has a door of its own, so that other commands start without.
 *
 * @module
 */
export { auditModel } from "./audit/audit-model.js";
export { auditRegressionModel } from "./audit/audit-regression-model.js";
export { auditRegressionTable } from "./audit/audit-regression-table.js";
export { planTable } from "./audit/plan-table.js";
export { auditTable, isServerQuery, type TableSource } from "./audit/audit-table.js";
export { compareModels } from "./compare/compare-models.js";
export { compareReports, readReportFile } from "./compare/compare-reports.js";
export { holdAgainstBaseline, rebaseBaseline } from "./compare/hold-against-baseline.js";
export { toldApart } from "./compare/told-apart.js";
export { compareTables } from "./compare/compare-tables.js";
export { monitor, type MonitorStateOptions } from "./monitor/monitor.js";
export { requestedAttributes } from "./audit/requested-outcomes.js";
export { countAttributes, scoreWarnings } from "./audit/choose-attributes.js";
export { checkOutput } from "./check-output.js";
export { readHistory, type ReadHistory } from "./history/read-history.js";
export { readGivenFile } from "./read-given-file.js";
export { readModel } from "./model/read-model.js";
export {
  dataFilesOf,
  readInspected,
  runModel,
  type ClassifierOnGraph,
  type InspectedModel,
  type ModelOnGraph,
  type RegressionOnGraph,
} from "./model/run-model.js";
export type { WrittenModel } from "./model/write-proven-model.js";
export { hasTrainer, requireTrainer, trainerInstall } from "./train/require-trainer.js";
export { trainingAttributes, trainingData, type SplitChoice } from "./train/training-data.js";
export { comparisonOutputs, reportOutputs } from "./write-report.js";
