/**
 * The options of a training run, and the types of what it gives, without TensorFlow.js, which takes most of a second to
 * load: for command lines and forms. The package's index exports the same.
 *
 * @module
 */
export { backboneNames, type BackboneName } from "./networks/backbone-layer.js";
export { discriminatorNames, type DiscriminatorName } from "./networks/discriminator-layers.js";
export { engineNames, type EngineName } from "./engines/engine-names.js";
export {
  discriminatorLossNames,
  methodNames,
  type DiscriminatorLossName,
  type MethodName,
} from "./methods/method-names.js";
export { taskLossNames, type TaskLossName } from "./tasks/task-loss-names.js";
export { heldOutLabelChoices, modes, monitors, stratifications } from "./training/training-choices.js";
export { parseTrainingOptions, trainingOptionsSchema, type TrainingOptions } from "./training/training-options.js";
export { ignoredOptions } from "./sweep/ignored-options.js";
export type { EpochRecord, TrainingResult } from "./training/training-result.js";
