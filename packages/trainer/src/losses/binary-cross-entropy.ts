import * as tf from "@tensorflow/tfjs-core";
import { withGradient } from "../engines/with-gradient.js";

/**
 * Returns the weighted mean of `−t log σ(z) − (1 − t) log(1 − σ(z))`, a scalar, computed as
 * `max(z, 0) − z t + log(1 + e^−|z|)`, which does not overflow. `logits`, `target` (0 or 1) and `weight` are `[N, 1]`;
 * weights sum to 1 and are 0 on nodes outside the mask.
 *
 * The gradient by `logits` is `w (σ(z) − t)`; `target` and `weight` are constants.
 */
export function binaryCrossEntropy(
  logits: tf.Tensor2D,
  { target, weight }: { target: tf.Tensor2D; weight: tf.Tensor2D },
): tf.Scalar {
  return withGradient([logits], (save) => {
    save([logits, target, weight]);
    const magnitude = tf.log1p(tf.exp(tf.neg(tf.abs(logits))));
    const perNode = tf.add(tf.sub(tf.relu(logits), tf.mul(logits, target)), magnitude);
    return {
      value: tf.sum(tf.mul(perNode, weight)),
      gradFunc: (dy, [z, t, w]) => tf.mul(dy, tf.mul(tf.sub(tf.sigmoid(z!), t!), w!)),
    };
  });
}
