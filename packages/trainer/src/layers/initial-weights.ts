import type { Layer, Random } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";

/**
 * Returns the parameters with which training begins, by name, for the layers in their order.
 *
 * - `gcn`: W Xavier-uniform, that is ±√(6 / (in + out)); b zero.
 * - `linear`: W and b uniform in ±1/√in (PyTorch's default for `Linear`).
 */
export function initialWeights(layers: readonly Layer[], random: Random): Map<string, tf.Tensor> {
  const weights = new Map<string, tf.Tensor>();
  for (const layer of layers) {
    if (layer.kind !== "gcn" && layer.kind !== "linear") continue;
    const { name, inputs, outputs } = layer;
    const bound = layer.kind === "gcn" ? Math.sqrt(6 / (inputs + outputs)) : 1 / Math.sqrt(inputs);
    const uniform = (size: number) => Float32Array.from({ length: size }, () => (2 * random.uniform() - 1) * bound);
    weights.set(`${name}.weight`, tf.tensor2d(uniform(inputs * outputs), [inputs, outputs]));
    weights.set(`${name}.bias`, layer.kind === "gcn" ? tf.zeros([outputs]) : tf.tensor1d(uniform(outputs)));
  }
  return weights;
}
