/**
 * The options of a training run alone, without TensorFlow.js, which takes most of a second to load: for command lines and
 * forms. The package's index exports the same.
 *
 * @module
 */
export { engineNames, type EngineName } from "./engines/engine-names.js";
export { parseTrainingOptions, trainingOptionsSchema, type TrainingOptions } from "./training/options.js";
