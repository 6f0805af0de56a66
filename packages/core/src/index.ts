/**
 * The hand-over types of evenodds and everything that is pure arithmetic on them.
 *
 * @module
 */
export {
  CrashError,
  EngineError,
  EvenoddsError,
  InputError,
  InterruptedError,
  ModelError,
  ProofError,
  UsageError,
  isEvenoddsError,
  nearMatches,
  suggest,
  type Complaint,
} from "./errors.js";
export { maximum, minimum } from "./collections/extremes.js";
export { IntegerIndex } from "./collections/integer-index.js";
export { LargeMap } from "./collections/large-map.js";
export { repeatedTexts } from "./collections/repeated-texts.js";
export { contract, logitColumns } from "./contract/tensors.js";
export { defaultTolerance } from "./contract/default-tolerance.js";
export { defaultExportForm, exportForms, type ExportForm } from "./contract/export-form.js";
export { metadataKeys, requiredMetadata } from "./contract/metadata-keys.js";
export { cacheFolder } from "./cache-folder.js";
export { checkChoice } from "./check-choice.js";
export {
  automaticProviders,
  defaultProvider,
  providerNames,
  providers,
  requestedProviders,
  type Provider,
  type RequestedProvider,
} from "./contract/provider.js";
export { tasks, type Task } from "./contract/task.js";
export { checkGraph, type GraphFindings, countIsolatedNodes } from "./graph/check-graph.js";
export { checkGraphOnDisk } from "./graph/check-graph-on-disk.js";
export type { EdgeAttributes, Graph } from "./graph/graph.js";
export {
  arcCount,
  arcStretches,
  isOnDisk,
  type ArcsOnDisk,
  type ArcStretch,
  type GraphOnDisk,
  type GraphOutline,
  type StretchedArcs,
} from "./graph/graph-on-disk.js";
export { canonicalId, idKeys } from "./table/canonical-id.js";
export { canonicalLevel } from "./table/canonical-level.js";
export {
  checkClassSpelling,
  unknownCode,
  type ClassWords,
  type OccurringClasses,
} from "./table/check-class-spelling.js";
export type { ClassHints } from "./table/class-hints.js";
export { findLevel, classIndex } from "./metrics/class-index.js";
export { looseSpelling, mixedBooleans, nearSpellings, type NearPair } from "./table/near-spelling.js";
export {
  allCombinations,
  crossCategories,
  crossedCodes,
  crossedLevels,
  crossingSign,
} from "./table/cross-categories.js";
export { checkNodeTable, sensitiveAttribute } from "./table/check-node-table.js";
export type { Category, NodeTable, NumericTarget } from "./table/node-table.js";
export { hashGraph } from "./graph/hash-graph.js";
export { splitAmong } from "./split/split-among.js";
export { hashSplit } from "./split/hash-split.js";
export { compressRows, type CompressedRows } from "./graph/compressed-rows.js";
export { communities, type Communities } from "./graph/communities.js";
export { louvainCommunities, type LouvainCommunities } from "./graph/louvain-communities.js";
export { homophily, type Homophily } from "./graph/homophily.js";
export { neighbourhood, type Neighbourhood } from "./graph/neighbourhood.js";
export { groupLeakage, type GroupLeakage } from "./metrics/group-leakage.js";
export { inducedSubgraph, type InducedSubgraph } from "./graph/induced-subgraph.js";
export {
  arcRows,
  meanAggregation,
  sumAggregation,
  symmetricNormalization,
  type ArcRows,
  type PropagationMatrix,
} from "./graph/propagation-matrix.js";
export { inductiveSplit } from "./split/inductive-split.js";
export { hashNodeIds, recallSplit, recordedSizes, recordSplit, type NodeHashes } from "./split/recorded-split.js";
export { defaultSplitFractions, splitNodes, type SplitFractions } from "./split/split-nodes.js";
export { decodeSafetensors } from "./tensors/decode-safetensors.js";
export {
  elementBytes,
  isStoredType,
  isFloatType,
  readElements,
  type StoredType,
  type StoredArray,
  type StoredTensor,
} from "./tensors/stored-type.js";
export { encodeSafetensors } from "./tensors/encode-safetensors.js";
export { isTorchFile } from "./tensors/is-torch-file.js";
export {
  safetensorsHeaderLength,
  safetensorsLayout,
  safetensorsStart,
  type RefuseFile,
  type SafetensorsLayout,
  type TensorPlace,
} from "./tensors/safetensors-layout.js";
export { findBrokenOnnx } from "./model/find-broken-onnx.js";
export { decodeTrainedModel, encodeTrainedModel } from "./model/encode-trained-model.js";
export { version } from "./version.js";
export { Random } from "./random/random.js";
export { maskOf, splitParts, type Split, type SplitPart } from "./split/split.js";
export {
  addCounts,
  cellSize,
  cellSizes,
  countAt,
  countOutcomes,
  emptyCounts,
  excludedRows,
  exclusionReasons,
  usedRows,
  type ExclusionReason,
  type OutcomeCounts,
} from "./counts/outcome-counts.js";
export { freeMemory, freeMemoryAbove } from "./free-memory.js";
export { machineMemory } from "./machine-memory.js";
export { ownValue } from "./own-value.js";
export { findMisfit, type JsonShape, type Misfit } from "./notation/find-misfit.js";
export { kebabName } from "./notation/kebab-name.js";
export { deepestNesting, JsonRefusal, parseJson } from "./notation/parse-json.js";
export { parseYaml } from "./notation/parse-yaml.js";
export { checkCounts, decodeCounts, encodeCounts } from "./counts/encode-counts.js";
export { gatherClusters, type ClusterCounts, type ClusterEntries } from "./counts/cluster-counts.js";
export {
  outcomesOfPairs,
  pairedClusters,
  pairedCounts,
  type CrossedPrediction,
  type PairedClusters,
  type PairedCounts,
} from "./counts/paired-counts.js";
export { countPredictions, groupSize, predictionCounts, type PredictionCounts } from "./counts/prediction-counts.js";
export {
  checkScoreCounts,
  countScores,
  outcomesAtThreshold,
  scoreCountAt,
  scoreRow,
  type ScoreCounts,
} from "./counts/score-counts.js";
export { addScoreCounts } from "./counts/add-score-counts.js";
export { countWeighted, effectiveCounts, effectiveSize, type WeightedCounts } from "./counts/weighted-counts.js";
export { accuracyDifference, errorRateDifference, rightComparison } from "./metrics/accuracy-difference.js";
export { aucByGroup, type FigureByGroup } from "./metrics/auc-by-group.js";
export { brierByGroup } from "./metrics/brier-by-group.js";
export { calibrationByGroup, defaultCalibrationBins } from "./metrics/calibration-by-group.js";
export { classCells, classRates, type ClassCells, type ClassRates, type Rate } from "./metrics/class-rates.js";
export {
  conditionalEqualizedOdds,
  type ConditionalDisparity,
  type ConditionLevel,
} from "./metrics/conditional-equalized-odds.js";
export { demographicParityRatio, fourFifths, type SelectionRatio } from "./metrics/demographic-parity-ratio.js";
export {
  equalizingThresholds,
  type EqualizingThresholds,
  type GroupThreshold,
  type ThresholdChoice,
} from "./metrics/equalizing-thresholds.js";
export { figureGap, groupFigure, type FigureGap, type GroupFigure } from "./metrics/figure-gap.js";
export { predictiveParityGaps, type PredictiveParityGaps } from "./metrics/predictive-parity-gaps.js";
export { binErrors, type BinnedErrors, type LabelBins, type RegressionRows } from "./metrics/binned-errors.js";
export {
  defaultErrorQuantiles,
  errorGaps,
  regressionGaps,
  type BinnedError,
  type ErrorGapOptions,
  type RegressionGaps,
} from "./metrics/regression-gaps.js";
export { smallestRatio } from "./metrics/smallest-ratio.js";
export { defaultCurvePoints, thresholdCurve, type ThresholdPoint } from "./metrics/threshold-curve.js";
export { accuracy, accuracyByGroup, type GroupAccuracy } from "./metrics/accuracy.js";
export { balancedAccuracy } from "./metrics/balanced-accuracy.js";
export { classLack, type ClassLack } from "./metrics/true-classes.js";
export {
  equalizedOddsComparisons,
  labelComparison,
  recallComparisons,
  selectionComparisons,
  type Comparison,
  type GroupFraction,
} from "./metrics/comparison.js";
export {
  comparisonTable,
  equalizedOddsTable,
  fractionAt,
  recallTable,
  selectionTable,
  supportedGroups,
  type ComparedCells,
  type Comparisons,
  type ComparisonTable,
} from "./metrics/comparison-table.js";
export { confusionOf, type Confusion } from "./metrics/confusion.js";
export { demographicParityDifference } from "./metrics/demographic-parity-difference.js";
export { diagonalRecallGap } from "./metrics/diagonal-recall-gap.js";
export { equalizedOddsToOverallDifference, overall } from "./metrics/equalized-odds-to-overall-difference.js";
export { fairgnnEqualOpportunityDifference } from "./metrics/fairgnn-equal-opportunity-difference.js";
export { signedRateDifferences, type SignedDifference } from "./metrics/signed-rate-differences.js";
export type { Disparity, DisparityStatus, GroupRate, LeftOutCell, WorstPair } from "./metrics/disparity.js";
export { equalOpportunityDifference } from "./metrics/equal-opportunity-difference.js";
export { equalizedOddsDifference } from "./metrics/equalized-odds-difference.js";
export { equalizedOddsMeanDifference } from "./metrics/equalized-odds-mean-difference.js";
export { equalizedOddsRatio } from "./metrics/equalized-odds-ratio.js";
export { f1Scores, type F1 } from "./metrics/f1.js";
export { gapOf, largestGap, pairAt, type GapOptions } from "./metrics/largest-gap.js";
export { oneVsRestGaps, type OneVsRestGaps } from "./metrics/one-vs-rest-gaps.js";
export { cellStatus, checkMinimumSupport, defaultMinimumSupport, rateOf, type CellStatus } from "./metrics/rate.js";
export { layerKinds, type Layer, type LayerKind, type LayerOf } from "./model/layer.js";
export {
  scalings,
  type NamedWeight,
  type Preprocessing,
  type Provenance,
  type RecordedSplit,
  type TrainedModel,
} from "./model/trained-model.js";
export { findLayerMisfit } from "./model/find-layer-misfit.js";
export { exactExp } from "./plan/exact-exp.js";
export { sumScale } from "./plan/fixed-point.js";
export {
  givenValues,
  layerPlanFormat,
  layerPlanVersion,
  planBlockRows,
  widthOf,
  type ArcStep,
  type AttendStep,
  type DenseStep,
  type LayerPlan,
  type LayerStep,
  type MaxStep,
  type PlannedModel,
  type SumStep,
} from "./plan/layer-plan.js";
export { findUnweighable, weighableLayers, weighingOf, type Weighing } from "./model/weighing.js";
export { weightShapes } from "./model/weight-shapes.js";
export { readWhole, RowFile, writeWhole } from "./scratch/row-file.js";
export { rowsOf, type RowSource } from "./scratch/row-source.js";
export { sizeText } from "./size-text.js";
export { childFlags } from "./child-flags.js";
export { beginWork, duringWork, watchWork, type Amount, type RunningWork, type Work, type WorkState } from "./work.js";
export { isSystemError, writeRefusal } from "./write-refusal.js";
