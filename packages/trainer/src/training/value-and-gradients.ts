import * as tf from "@tensorflow/tfjs-core";

/** Returns `loss(parameters)` and its gradient by every parameter. The loss must depend on all of them. */
export function valueAndGradients(
  parameters: ReadonlyMap<string, tf.Tensor>,
  loss: (parameters: ReadonlyMap<string, tf.Tensor>) => tf.Scalar,
): { value: tf.Scalar; gradients: Map<string, tf.Tensor> } {
  const names = [...parameters.keys()];
  const named = (tensors: tf.Tensor[]) => new Map(names.map((name, i) => [name, tensors[i]!]));
  const { value, grads } = tf.valueAndGrads((...tensors: tf.Tensor[]) => loss(named(tensors)))([
    ...parameters.values(),
  ]);
  return { value: value, gradients: named(grads) };
}
