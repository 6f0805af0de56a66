import { layerKinds, ModelError, type Layer } from "@evenodds/core";
import { definitionOf } from "./layers.js";

/**
 * Checks that layers can take weights of arcs: none that compares neighbours or attends to them, for which an arc of
 * weight w has no meaning, and at least one that sums or averages over them. Throws {@link ModelError} naming the
 * layer.
 */
export function checkWeighable(layers: readonly Layer[]): void {
  const forms = layerKinds.map((kind) => definitionOf({ kind }).weighable).filter((form) => form !== null);
  const expected = `layers that sum or average over arcs (${forms.sort().join(", ")})`;
  for (const layer of layers) {
    const found = definitionOf(layer).unweighable(layer);
    if (found === null) continue;
    const name = "name" in layer ? `layer "${layer.name}"` : layer.kind;
    throw new ModelError({ argument: `${name} of a model with weighted arcs`, expected, found });
  }
  if (layers.some((layer) => definitionOf(layer).weighable !== null)) return;
  throw new ModelError({ argument: "layers of a model with weighted arcs", expected, found: "none" });
}
