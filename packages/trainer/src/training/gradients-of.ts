import * as tf from "@tensorflow/tfjs-core";

/** Returns the gradient of a loss by every parameter, read off the engine. The loss must depend on all of them. */
export function gradientsOf(
  parameters: ReadonlyMap<string, tf.Tensor>,
  loss: (parameters: ReadonlyMap<string, tf.Tensor>) => tf.Scalar,
): Map<string, Float32Array> {
  const names = [...parameters.keys()];
  const tensors = [...parameters.values()];
  const named = (given: tf.Tensor[]) => new Map(names.map((name, i) => [name, given[i]!]));
  const { grads } = tf.valueAndGrads((...given: tf.Tensor[]) => loss(named(given)))(tensors);
  return new Map(names.map((name, i) => [name, grads[i]!.dataSync<"float32">()]));
}
