/**
 * What the tests of this repository look at besides what the package exports. Not published, and no part of the API.
 *
 * @module
 */
export { everyRows } from "./load/every-rows.js";
export { ArcFile } from "./load/arc-file.js";
export { featuresInMemory } from "./load/features-in-memory.js";
export { featuresOnDisk } from "./load/features-on-disk.js";
export { databaseBytes, graphSize, loadingBytes } from "./load/room-for-graph.js";
export { sortArcFile } from "./load/sort-arc-file.js";
export { sortedArcs } from "./load/sorted-arcs.js";
export { cardSchema } from "./card/card-schema.js";
export { cutStatement } from "./guard/cut-statement.js";
export { checkSelect } from "./guard/check-select.js";
export { queryAsTable, readSelect, readSelectIn } from "./guard/read-select.js";
export { sqlLexes, type SqlLexis } from "./guard/sql-lexis.js";
export { checkKnown } from "./known/check-data-set.js";
export { digestFile } from "./known/digest-file.js";
export { importKnown } from "./known/import-data-set.js";
export { locateKnownCard } from "./known/known-card-text.js";
export { readSparseRows } from "./known/read-sparse-rows.js";
export { recognizeAmong } from "./known/recognize-data-set.js";
export { tableToParquet } from "./known/table-to-parquet.js";
export { codeCategory } from "./load/code-category.js";
export { readNodes } from "./load/read-nodes.js";
export { stageEdges } from "./load/stage-edges.js";
export { largestAmount } from "./outcomes/count/measures.js";
export { scanCells } from "./outcomes/count/scan-cells.js";
export { duckEngine } from "./outcomes/engine/duck-engine.js";
export { estimateOfPostgres, estimateOfSpark, estimateOfTrino } from "./outcomes/engine/estimate-scan.js";
export { sqlCanonicalId, stageSide } from "./outcomes/source/stage-side.js";
export { nothingExcluded, type GroupableTable } from "./outcomes/source/groupable-table.js";
export { identityOf, removeLeftovers, temporaryId, temporaryPaths, type TemporaryPaths } from "./write/leftovers.js";
export { openJson } from "./source/open-json.js";
export { allRows, lockDatabase, withDatabase } from "./source/with-database.js";
export { firstRecord } from "./source/first-record.js";
export { checkRowsRead, openTable, type OpenTable } from "./source/open-table.js";
export { orInputError } from "./source/or-input-error.js";
export { scanTextFile, type TextFacts } from "./source/scan-text-file.js";
export { scannerModule } from "./source/scanner.wasm.js";
export { mixedEdges } from "./synthetic/mixed-edges.js";
export { randomDirections } from "./synthetic/random-directions.js";
export { exchangeFiles } from "./write/exchange-files.js";
export { withTensorFile } from "./tensors/with-tensor-file.js";
