import { weightShapes, type Layer, type NamedWeight, type Random } from "@evenodds/core";

/**
 * Returns the parameters with which training begins, by name, for the layers in their order.
 *
 * - `gcn`: W Xavier-uniform, that is ±√(6 / (in + out)); b zero.
 * - `sage`, `gin`, `linear`: weights and biases uniform in ±1/√in (PyTorch's default for `Linear`).
 * - `gat`: W Xavier-uniform, and so are the attention vectors, as matrices `[heads, width]`; b zero.
 * - `batch-norm`: weight 1, bias 0; running mean 0 and variance 1.
 */
export function initialWeights(layers: readonly Layer[], random: Random): Map<string, NamedWeight> {
  const weights = new Map<string, NamedWeight>();
  for (const layer of layers) {
    for (const [name, shape] of weightShapes(layer)) {
      const bound = boundOf(layer, { part: name.slice(name.lastIndexOf(".") + 1), name, shape });
      const size = shape.reduce((product, length) => product * length, 1);
      const values =
        typeof bound === "number"
          ? Float32Array.from({ length: size }, () => (2 * random.uniform() - 1) * bound)
          : new Float32Array(size).fill(bound.constant);
      weights.set(name, { shape, values });
    }
  }
  return weights;
}

/** The half-width of a uniform distribution, or the one value that all entries have. */
function boundOf(
  layer: Layer,
  { part, name, shape }: { readonly part: string; readonly name: string; readonly shape: readonly number[] },
): number | { readonly constant: number } {
  if (layer.kind === "gcn" || layer.kind === "gat") return part === "bias" ? { constant: 0 } : xavier(shape);
  if (layer.kind === "sage" || layer.kind === "linear") return 1 / Math.sqrt(layer.inputs);
  if (layer.kind === "gin") return 1 / Math.sqrt(name.includes(".first.") ? layer.inputs : layer.hidden);
  return { constant: part === "weight" || part === "variance" ? 1 : 0 };
}

function xavier([rows, columns]: readonly number[]): number {
  return Math.sqrt(6 / (rows! + columns!));
}
