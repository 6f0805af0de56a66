import { ModelError, type Layer } from "@evenodds/core";
import { definitionOf } from "./layers.js";

/**
 * Checks that a classifier can be trained on a graph whose arcs have weights: none of its layers compares neighbours or
 * attends to them, for which an arc of weight w has no meaning, and at least one sums or averages over them. Throws
 * {@link ModelError}.
 */
export function checkWeighable(layers: readonly Layer[]): void {
  const all = layers.map((layer) => definitionOf(layer).weighs(layer));
  const refusal = all.find((weighing) => typeof weighing === "object");
  if (refusal === undefined && all.includes("sums")) return;
  throw new ModelError({
    argument: "layers on a graph whose arcs have weights",
    expected: "such as sum or average over arcs (gcn, gin, sage with aggregation mean)",
    found: refusal?.refuses ?? "none that looks at arcs",
    hint: "take the backbone gcn, sage-mean or gin, or name the column under edges.ignore instead of edges.edge_weight",
  });
}
