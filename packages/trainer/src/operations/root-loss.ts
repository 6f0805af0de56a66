import * as tf from "@tensorflow/tfjs-core";
import { withGradient } from "./with-gradient.js";

/** A tensor that a loss depends on, with the gradient of the loss by it, row-major. */
export interface LossInput {
  readonly tensor: tf.Tensor;
  readonly gradient: Float32Array;
}

/**
 * A loss whose value and gradients were computed outside the engine, as the scalar at which a gradient begins: it must
 * be the last operation, because the gradients are handed on as they are.
 */
export function rootLoss(value: number, inputs: readonly LossInput[]): tf.Scalar {
  const tensors = inputs.map(({ tensor }) => tensor);
  return withGradient(tensors, () => ({
    value: tf.scalar(value),
    gradFunc: () => inputs.map(({ tensor, gradient }) => tf.tensor(gradient, tensor.shape)),
  }));
}
