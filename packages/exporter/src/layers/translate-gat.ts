import type { Layer } from "@evenodds/core";
import type { Value } from "../builder/value.js";
import { add } from "../operators/elementwise.js";
import type { LayerContext } from "./layer-context.js";

/**
 * Adds attention with `heads` heads side by side (Veličković et al. 2018, PyG's GATConv with `concat`). A node attends
 * to itself once and to the sources of its arcs; arcs from a node to itself are left out, others count as often as they
 * are listed.
 */
export function translateGat(
  { graph, weight, aggregation }: LayerContext,
  { name, inputs, outputs, heads, negativeSlope }: Extract<Layer, { kind: "gat" }>,
  x: Value<"float32">,
): Value<"float32"> {
  const attended = aggregation.attend({
    features: x,
    weight: weight(`${name}.weight`),
    source: weight(`${name}.source`),
    target: weight(`${name}.target`),
    inputs,
    heads,
    columns: outputs / heads,
    negativeSlope,
  });
  return add(graph, { a: attended, b: weight(`${name}.bias`) });
}
