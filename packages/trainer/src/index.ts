/**
 * Trains node classifiers with TensorFlow.js. Everything that leaves this package is plain data.
 *
 * @module
 */
export { engineNames, type EngineName } from "./engines/engine-names.js";
export { openEngine } from "./engines/open-engine.js";
export type { Engine } from "./engines/engine.js";
export { predictLogits } from "./predict-logits.js";
export { RunFolder, type RunConfig } from "./run-folder/run-folder.js";
export { applyPreprocessing, fitPreprocessing } from "./training/fit-preprocessing.js";
export { parseTrainingOptions, trainingOptionsSchema, type TrainingOptions } from "./training/training-options.js";
export { splitForTraining } from "./training/split-for-training.js";
export { train, type TrainHooks } from "./training/train.js";
export { sweepMemory } from "./sweep/sweep-memory.js";
export { trainingMemory } from "./training/training-memory.js";
export type {
  EpochRecord,
  PartScores,
  Prediction,
  TrainingResult,
  TrainingSummary,
} from "./training/training-result.js";
export type { DataSplit, TrainingData } from "./training/training-data.js";
export type { ClassifierForm, ClassifierScore } from "./pair-tests/classifier-form.js";
export { runClassifierTwoSampleTest } from "./pair-tests/run-classifier-two-sample-test.js";
export { drawPairs, pairKinds, type PairKind } from "./pair-tests/draw-pairs.js";
export { pairTestDefaults, type PairTestOptions } from "./pair-tests/pair-test-options.js";
export { runPairedTTest, type PairedDifferences } from "./pair-tests/run-paired-t-test.js";
export type { Pairs, PairSets } from "./pair-tests/pairs.js";
export { runPermutationTest, type PermutationTestOptions } from "./pair-tests/run-permutation-test.js";
export { runTTest, type TwoSamples } from "./pair-tests/run-t-test.js";
export { expandGrid, type SweepSetting } from "./sweep/expand-grid.js";
export { parseGrid, parseSelector, type GridValue, type SweepGrid } from "./sweep/parse-grid.js";
export { plannedRuns, planSweep, type PlannedRun, type SweepPlan } from "./sweep/plan-sweep.js";
export { decodeRecord, encodeRecord } from "./sweep/sweep-folder.js";
export { partOutcome } from "./sweep/finished-record.js";
export { runSweep, type SweepHooks } from "./sweep/run-sweep.js";
export type { ErrorSums, FailedRun, FinishedRun, PartOutcome, SweepRecord } from "./sweep/sweep-record.js";
