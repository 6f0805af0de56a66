import * as tf from "@tensorflow/tfjs-core";

/** A value and how its gradient goes back to the inputs; `saved` are the tensors that `save` was given. */
export interface DifferentiableValue<T extends tf.Tensor> {
  readonly value: T;
  readonly gradFunc: (dy: T, saved: tf.Tensor[]) => tf.Tensor | tf.Tensor[];
}

/** Evaluates an operation whose gradient is written by hand: `tf.customGrad` with types that fit its real arguments. */
export function withGradient<T extends tf.Tensor>(
  inputs: readonly tf.Tensor[],
  evaluate: (save: tf.GradSaveFunc) => DifferentiableValue<T>,
): T {
  const operation = tf.customGrad<T>((...given: (tf.Tensor | tf.GradSaveFunc)[]) =>
    evaluate(given[given.length - 1] as tf.GradSaveFunc),
  );
  // An operation has as many inputs as a layer has weights and earlier outputs.
  // eslint-disable-next-line size/no-array-as-arguments
  return operation(...inputs);
}
