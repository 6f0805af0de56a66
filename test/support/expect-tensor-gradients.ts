import * as tf from "@tensorflow/tfjs-core";
import { expectClose } from "./expect-close.js";
import { numericGradient } from "./numeric-gradient.js";

/**
 * Compares every gradient of `Σ w · f(inputs)`, with weights w that differ from entry to entry, with the differences of
 * its values.
 */
export function expectTensorGradients(
  inputs: readonly tf.Tensor[],
  evaluate: (first: tf.Tensor, ...others: tf.Tensor[]) => tf.Tensor,
  tolerance = 5e-3,
): void {
  const loss = (first: tf.Tensor, ...others: tf.Tensor[]): tf.Scalar => {
    const value = evaluate(first, ...others);
    const weights = Float32Array.from({ length: value.size }, (_, i) => Math.sin(5 + 1.7 * i));
    return tf.sum(tf.mul(value, tf.tensor(weights, value.shape)));
  };
  const gradients = tf.grads(loss)([...inputs]);
  inputs.forEach((input, k) => {
    const at = (moved: Float32Array) =>
      tf.tidy(() => {
        const [first, ...others] = inputs.map((other, j) => (j === k ? tf.tensor(moved, input.shape) : other));
        return loss(first!, ...others).dataSync()[0]!;
      });
    const numeric = numericGradient(at, input.dataSync<"float32">(), 1e-2);
    expectClose(gradients[k]!.dataSync(), numeric, tolerance);
  });
}
