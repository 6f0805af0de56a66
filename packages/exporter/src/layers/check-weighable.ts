import { ModelError, type Layer } from "@evenodds/core";

/**
 * Checks that layers can take weights of arcs: none that compares neighbours or attends to them, for which an arc of
 * weight w has no meaning, and at least one that sums or averages over them. Throws {@link ModelError} naming the
 * layer.
 */
export function checkWeighable(layers: readonly Layer[]): void {
  const expected = "layers that sum or average over arcs (gcn, gin, sage with aggregation mean)";
  for (const layer of layers) {
    if (layer.kind !== "gat" && !(layer.kind === "sage" && layer.aggregation === "max")) continue;
    const found = layer.kind === "gat" ? "gat" : "sage with aggregation max";
    throw new ModelError({ argument: `layer "${layer.name}" of a model with weighted arcs`, expected, found });
  }
  if (layers.some(({ kind }) => ["gcn", "gin", "sage"].includes(kind))) return;
  throw new ModelError({ argument: "layers of a model with weighted arcs", expected, found: "none" });
}
