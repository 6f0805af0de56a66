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
export type { EpochRecord } from "./training/history.js";
export { parseTrainingOptions, trainingOptionsSchema, type TrainingOptions } from "./training/options.js";
export type { PartScores, TrainingSummary } from "./training/summarize.js";
export { train, type TrainHooks, type TrainingResult } from "./training/train.js";
export type { TrainingData } from "./training/training-data.js";
