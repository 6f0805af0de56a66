/**
 * What the tests of this repository look at besides what the package exports. Not published, and no part of the API.
 *
 * @module
 */
export {
  pairTestNames,
  paperPValues,
  type PairStudy,
  type PairStudyRow,
  type PairTestName,
} from "./pair-study/pair-study.js";
export { pairStudyChart } from "./pair-study/pair-study-chart.js";
export { renderPairStudy } from "./pair-study/render-pair-study.js";
export { runPairStudy, type PairStudyProgress } from "./pair-study/run-pair-study.js";
export { cutNeighbourhood } from "./qualitative/cut-neighbourhood.js";
export { drawNeighbourhood } from "./qualitative/draw-neighbourhood.js";
export type {
  ChangeSummary,
  DrawnNeighbourhood,
  Example,
  GroupFindings,
  QualitativeStudy,
} from "./qualitative/qualitative-study.js";
export { renderQualitative } from "./qualitative/render-qualitative.js";
export { runQualitative, type QualitativeOptions, type QualitativeProgress } from "./qualitative/run-qualitative.js";
export { selectExamples, type SelectionInput } from "./qualitative/select-examples.js";
export { summarizeChange, type ModelOutput } from "./qualitative/summarize-change.js";
export { twoHopSearch } from "./qualitative/two-hop-search.js";
export { chartColours } from "./render/chart-svg.js";
export { beatenText } from "./reproduction/beaten-text.js";
export { lambdaChart } from "./reproduction/experiments/lambda-sweep.js";
export {
  differenceTable,
  pooledTable,
  referenceTable,
  resultTable,
  semDistance,
  signed,
} from "./reproduction/markdown.js";
export { resultChart } from "./reproduction/result-chart.js";
export { runSimple, simpleClassifiers } from "./reproduction/simple-classifiers.js";
export { tableRows, type RowPlan, type TableRow } from "./reproduction/table-rows.js";
export { fitLogisticRegression, predictLogisticRegression } from "./statistics/logistic-regression.js";
export { tTestResult } from "./statistics/t-test-result.js";
export { paretoFront } from "./sweep/pareto-chart.js";
export { placeLabels } from "./sweep/place-labels.js";
