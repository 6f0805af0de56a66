import * as tf from "@tensorflow/tfjs-core";
import { withGradient } from "../engines/with-gradient.js";

/**
 * Returns `Σ_i w_i · −log softmax(logits_i)[y_i]`, a scalar. `logits` is `[N, K]`, `oneHot` `[N, K]` (a row of zeros
 * where the node has no label), `weight` `[N, 1]`, zero on nodes that do not count. With weights that sum to 1 this is the
 * weighted mean cross entropy.
 *
 * The gradient by `logits` is `w_i (softmax(logits_i) − y_i)`; `weight` and `oneHot` are constants.
 */
export function crossEntropy(
  logits: tf.Tensor2D,
  { oneHot, weight }: { oneHot: tf.Tensor2D; weight: tf.Tensor2D },
): tf.Scalar {
  return withGradient([logits], (save) => {
    save([tf.softmax(logits), oneHot, weight]);
    const picked = tf.mul(oneHot, tf.logSoftmax(logits));
    return {
      value: tf.neg(tf.sum(tf.mul(picked, weight))),
      gradFunc: (dy, [p, y, w]) => tf.mul(dy, tf.mul(tf.sub(p!, y!), w!)),
    };
  });
}
