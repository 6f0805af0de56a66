import type { LayerOf } from "@evenodds/core";
import { affine, type Summand } from "../operations/affine.js";
import { neighbourMax } from "../operations/neighbour-max.js";
import { matrixWeight, rowWeight } from "./layer-context.js";
import { defineLayer, type ForwardContext } from "./layer-definition.js";
import type { Propagation } from "./placed-graph.js";

const meanAggregation: Propagation = { kind: "mean" };

/** `agg(x) W + x R + b` with the mean or the maximum over neighbours; all weights start uniform in ±1/√in. */
export const sage = defineLayer({
  kind: "sage",
  forward(layer, context) {
    const { name } = layer;
    const own: Summand = { parts: context.input.parts, matrix: null, weight: matrixWeight(context, `${name}.root`) };
    return affine([neighbours(layer, context), own], rowWeight(context, `${name}.bias`), context);
  },
  appliesRelu: true,
  firstInput({ aggregation }, x, graph) {
    const aggregated =
      aggregation === "mean" ? graph.matrix(meanAggregation).multiply(x) : neighbourMax(x, graph.arcs());
    return { aggregated, needsOwn: true };
  },
  start: ({ inputs }) => 1 / Math.sqrt(inputs),
  running: [],
});

function neighbours(layer: LayerOf<"sage">, context: ForwardContext): Summand {
  const { graph } = context;
  const { parts, aggregated } = context.input;
  const weight = matrixWeight(context, `${layer.name}.weight`);
  if (aggregated !== undefined) return { parts: aggregated, matrix: null, weight };
  if (layer.aggregation === "mean") return { parts, matrix: graph.matrix(meanAggregation), weight };
  const largest = parts.map(({ x, constant }) => ({ x: neighbourMax(x, graph.arcs()), constant }));
  return { parts: largest.map(({ x, constant = false }) => ({ x, constant })), matrix: null, weight };
}
