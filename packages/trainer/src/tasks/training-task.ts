import type { Task } from "@evenodds/core";
import type { ValueAndGradient } from "../losses/value-and-gradient.js";

/**
 * What a model learns, as functions of its output `logits [N, outputs]`, row-major: the loss, the prediction as the
 * adversary sees it, and the label in the same form.
 */
export interface TrainingTask {
  readonly kind: Task;
  /** Columns of the output while training. */
  readonly outputs: number;
  /** Those of them, the first, that a deployed model has. */
  readonly deployedOutputs: number;
  /** `[N, labelWidth]`, Y; zeros or the `None` column on unlabelled nodes. */
  readonly labelColumns: Float32Array;
  readonly labelWidth: number;
  /** Columns of {@link predictions}. */
  readonly predictionWidth: number;
  /** Ŷ, `[N, predictionWidth]`. */
  predictions(logits: Float32Array): Float32Array;
  /** The gradient by the logits, from the one by the predictions (`upstream`). */
  predictionGradient(predictions: Float32Array, upstream: Float32Array): Float32Array;
  /** The loss over the labelled `nodes` of a mask with their weights `[N]`, and its gradient by the logits. */
  loss(logits: Float32Array, mask: TaskMask): ValueAndGradient;
  /** Predicted classes `[N]`; null for a regression. */
  predictedClasses(logits: Float32Array): Int32Array | null;
  /** Predicted numbers `[N]` in the unit of the target; null for a classification. */
  predictedValues(logits: Float32Array): Float64Array | null;
  /** For a regression, target = output · spread + mean: what has to be folded into the deployed model. */
  readonly unit: { readonly mean: number; readonly spread: number } | null;
}

/** Labelled nodes and the weights of their mean `[N]`, which sum to 1. */
export interface TaskMask {
  readonly nodes: Int32Array;
  readonly taskWeight: Float32Array;
}
