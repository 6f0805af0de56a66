import type { NamedWeight, Random } from "@evenodds/core";

/** One layer `x W + b`, or without a bias `x W`. */
export interface DenseShape {
  readonly name: string;
  readonly inputs: number;
  readonly outputs: number;
  readonly bias: boolean;
}

/**
 * Returns the weights with which training begins, W and b uniform in ±1/√inputs, by name, for the layers in their
 * order.
 */
export function startWeights(layers: readonly DenseShape[], random: Random): Map<string, NamedWeight> {
  const weights = new Map<string, NamedWeight>();
  for (const { name, inputs, outputs, bias } of layers) {
    const bound = 1 / Math.sqrt(inputs);
    const uniform = (size: number) => Float32Array.from({ length: size }, () => (2 * random.uniform() - 1) * bound);
    weights.set(`${name}.weight`, { shape: [inputs, outputs], values: uniform(inputs * outputs) });
    if (bias) weights.set(`${name}.bias`, { shape: [outputs], values: uniform(outputs) });
  }
  return weights;
}
