import type { Layer, NamedWeight, Random } from "@evenodds/core";

/**
 * Returns the parameters with which training begins, by name, for the layers in their order.
 *
 * - `gcn`: W Xavier-uniform, that is ±√(6 / (in + out)); b zero.
 * - `linear`: W and b uniform in ±1/√in (PyTorch's default for `Linear`).
 */
export function initialWeights(layers: readonly Layer[], random: Random): Map<string, NamedWeight> {
  const weights = new Map<string, NamedWeight>();
  for (const layer of layers) {
    if (layer.kind !== "gcn" && layer.kind !== "linear") continue;
    const { name, inputs, outputs } = layer;
    const bound = layer.kind === "gcn" ? Math.sqrt(6 / (inputs + outputs)) : 1 / Math.sqrt(inputs);
    const uniform = (size: number) => Float32Array.from({ length: size }, () => (2 * random.uniform() - 1) * bound);
    weights.set(`${name}.weight`, { shape: [inputs, outputs], values: uniform(inputs * outputs) });
    const bias = layer.kind === "gcn" ? new Float32Array(outputs) : uniform(outputs);
    weights.set(`${name}.bias`, { shape: [outputs], values: bias });
  }
  return weights;
}
