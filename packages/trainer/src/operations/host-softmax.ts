import * as tf from "@tensorflow/tfjs-core";
import { softmax, softmaxGradient } from "../losses/softmax.js";
import { withGradient } from "./with-gradient.js";

/**
 * The softmax of every row of `logits [N, C]`, computed outside the engine from their `values`; differentiable. On narrow
 * tensors one pass here takes less time than the engine's operations, and is the same on all engines.
 */
export function hostSoftmax(logits: tf.Tensor2D, values: Float32Array): { tensor: tf.Tensor2D; values: Float32Array } {
  const width = logits.shape[1];
  const probability = softmax(values, width);
  const tensor = withGradient([logits], () => ({
    value: tf.tensor2d(probability, logits.shape),
    gradFunc: (dy: tf.Tensor2D) =>
      tf.tensor2d(softmaxGradient(probability, dy.dataSync<"float32">(), width), logits.shape),
  }));
  return { tensor, values: probability };
}
