/**
 * Graph cards, reading and writing of tables through DuckDB with row accounting, and synthetic graphs.
 *
 * @example
 * const { graph, nodes, accounting } = await loadGraph("samples/nba");
 *
 * @module
 */
export {
  loadGraph,
  loadGraphWithin,
  type CardGraph,
  type Loaded,
  type LoadedGraph,
  type LoadOptions,
} from "./load/load-graph.js";
export type { RoomForGraph } from "./load/room-for-graph.js";
export { loadTable, type RowTable } from "./load/load-table.js";
export type { GivenSplit } from "./load/given-split.js";
export { idLookup, type IdLookup } from "./load/id-lookup.js";
export { labelWords, type LabelOrigin } from "./load/label-origin.js";
export {
  memoryGraph,
  type MemoryColumn,
  type MemoryEdgeAttributes,
  type MemoryGraph,
  type MemoryValue,
} from "./load/memory-graph.js";
export { readNodeList, type NodeList } from "./load/read-node-list.js";
export { readTextRows, type ReadTexts } from "./load/read-text-rows.js";
export { isTensorFile } from "./tensors/with-tensor-file.js";
export type { DataWarning } from "./load/level-warnings.js";
export type { ExcludedRows, GraphAccounting, FileAccounting, RowExclusionReason } from "./load/file-accounting.js";
export {
  type CardCategory,
  type CardEdges,
  type CardExpectations,
  type CardFeatures,
  type CardFile,
  type CardLabel,
  type CardNodes,
  type CardSplit,
  type GraphCard,
  type NamedValue,
  missingTexts,
} from "./card/graph-card.js";
export { explainIssue } from "./card/explain-issue.js";
export { labelLine } from "./card/label-line.js";
export { cardFileName, readCard, type LocatedCard } from "./card/read-card.js";
export { hashFile, type ReadFile } from "./source/hash-file.js";
export { sqlFilesChoices, type SqlFiles } from "./source/sql-files.js";
export { duckDbVersion } from "./source/duckdb-version.js";
export { fileFormat, fileFormats, type FileFormat } from "./source/file-format.js";
export { tableColumns, type TableColumn } from "./source/table-columns.js";
export { isRowFile } from "./source/is-row-file.js";
export { countOutcomesFrom } from "./outcomes/count-outcomes-from.js";
export {
  joinPolicies,
  type CountsSource,
  type EngineSource,
  type FileLayout,
  type JoinedSource,
  type JoinPolicy,
  type OutcomeSource,
  type PredictionsSource,
  type SqlSource,
  type TableFiles,
} from "./outcomes/outcome-source.js";
export {
  whenClusterMissingPolicies,
  whenMissingPolicies,
  type OutcomeRequest,
  type RequestedAttribute,
  type RequestedCluster,
  type RequestedColumn,
  type WhenClusterMissing,
  type WhenMissing,
} from "./outcomes/outcome-request.js";
export type {
  AttributeOutcomes,
  CellWeights,
  CountedOutcomes,
  CountedRows,
  JoinedTable,
} from "./outcomes/counted-outcomes.js";
export type { GroupByEngine, SqlCell, SqlDialect } from "./outcomes/engine/group-by-engine.js";
export {
  serverEngines,
  sqlEngines,
  type LocalEngine,
  type ServerEngine,
  type SqlEngine,
} from "./outcomes/engine/sql-engine.js";
export { withPostgres, type PostgresOptions } from "./outcomes/engine/with-postgres.js";
export type { ScanEstimate } from "./outcomes/engine/group-by-engine.js";
export { plannedStatements, type PlannedStatement } from "./outcomes/planned-statements.js";
export { withTrino, type TrinoOptions } from "./outcomes/engine/with-trino.js";
export { withSpark, type SparkOptions } from "./outcomes/engine/with-spark.js";
export { scoreHistogram, type ScoreRequest } from "./outcomes/score-histogram.js";
export type { AttributeScores, ScoreHistogram } from "./outcomes/attribute-scores.js";
export { readRegression, type RegressionRequest, type RegressionTable } from "./outcomes/read-regression.js";
export { removeLeftovers } from "./write/leftovers.js";
export { makeFolder } from "./write/make-folder.js";
export { withScratchFolder, withScratchPlace, type ScratchPlace } from "./write/with-scratch-folder.js";
export { writeNewFolder } from "./write/write-new-folder.js";
export { writeFileAtomically } from "./write/write-file-atomically.js";
export { writeTogether, type Output } from "./write/write-together.js";
export { writeFilesAtomically } from "./write/write-files-atomically.js";
export { graphFormats, type GraphFormat } from "./write/graph-format.js";
export { graphOutput, writeGraph, type WritableGraph } from "./write/write-graph.js";
export { writePredictions, type WrittenPredictions } from "./write/write-predictions.js";
export { hasFormulas, spreadsheetText, writeTable, type OutputColumn } from "./write/write-table.js";
export { syntheticGraph } from "./synthetic/synthetic-graph.js";
export type { SyntheticOptions } from "./synthetic/synthetic-options.js";
export type { KnownCopy, KnownDataSet, KnownFile, KnownStatistics, DerivedFile } from "./known/known-data-set.js";
export { knownDataSet, knownDataSets } from "./known/known-data-sets.js";
export { knownDataSetNames } from "./known/known-data-set-names.js";
export { recognizeDataSet } from "./known/recognize-data-set.js";
export { checkDataSet, type CheckedDataSet } from "./known/check-data-set.js";
export type { CheckedFile } from "./known/check-files.js";
export type { GraphStatistics } from "./known/check-statistics.js";
export { importDataSet, type ImportOptions } from "./known/import-data-set.js";
export { importWays, type ImportWay } from "./known/import-way.js";
export { pokecLikeGraph, type SyntheticRecipe } from "./synthetic/pokec-like-graph.js";
export { pokecAttributes, type PokecAttribute } from "./known/pokec.js";
export type { PokecLikeOptions } from "./synthetic/pokec-like-options.js";
export { oddCharacters } from "./guard/check-select.js";
export { countingSql, type CountingSql, type PrintedQuery } from "./outcomes/printed/counting-sql.js";
export { printedDialectNames, printedDialects, type PrintedDialectName } from "./outcomes/printed/printed-dialects.js";
