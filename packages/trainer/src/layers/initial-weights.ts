import { weightShapes, type Layer, type NamedWeight, type Random } from "@evenodds/core";
import { definitionOf } from "./definition-of.js";

/**
 * Returns the parameters with which training begins, by name, for the layers in their order; each kind of layer says
 * how its own start.
 */
export function initialWeights(layers: readonly Layer[], random: Random): Map<string, NamedWeight> {
  const weights = new Map<string, NamedWeight>();
  for (const layer of layers) {
    for (const [name, shape] of weightShapes(layer)) {
      const part = name.slice("name" in layer ? layer.name.length + 1 : 0);
      const bound = definitionOf(layer).start(layer, part, shape);
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
