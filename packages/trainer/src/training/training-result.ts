import type { Split, TrainedModel } from "@evenodds/core";

// Plain data: nothing here may import TensorFlow.js, whose declarations a user of the results does not need.

/** What is kept of one epoch. `null` where the method has no such number, or where it is undefined. */
export interface EpochRecord {
  readonly epoch: number;
  readonly trainLoss: number;
  readonly trainTaskLoss: number;
  readonly trainAdversarialLoss: number | null;
  readonly trainCovarianceLoss: number | null;
  readonly discriminatorLoss: number | null;
  /** The monitored value. */
  readonly validationLoss: number;
  readonly validationTaskLoss: number;
  readonly validationAccuracy: number | null;
  readonly validationEqualizedOddsDifference: number | null;
  readonly validationRootMeanSquaredError: number | null;
}

/**
 * How the model does on `nodes` nodes: accuracy and equalized odds difference in [0, 1], every cell counted however
 * small, or the error of a regression; null where there is no such number.
 */
export interface PartScores {
  readonly nodes: number;
  readonly accuracy: number | null;
  readonly equalizedOddsDifference: number | null;
  readonly rootMeanSquaredError: number | null;
}

/** What a run came to. */
export interface TrainingSummary {
  readonly graph: string;
  readonly epochs: number;
  readonly bestEpoch: number;
  /** The value by which the best epoch was chosen, see the option `monitor`. */
  readonly validationLoss: number;
  readonly train: PartScores;
  readonly validation: PartScores;
  readonly test: PartScores;
  /** Whether the sensitive attribute is one of the model's inputs; null where none was named. */
  readonly sensitiveIsFeature: boolean | null;
  readonly warnings: readonly string[];
}

/** Predictions on all nodes, `[N]`: classes or numbers, the other is null. */
export interface Prediction {
  readonly classes: Int32Array | null;
  readonly values: Float64Array | null;
}

/** What a finished run gives. */
export interface TrainingResult {
  readonly model: TrainedModel;
  readonly summary: TrainingSummary;
  readonly history: readonly EpochRecord[];
  /** What the model predicts on every node, and on which nodes it was trained and tested. */
  readonly prediction: Prediction;
  readonly split: Split;
}
