import type { Layer } from "@evenodds/core";
import type * as tf from "@tensorflow/tfjs-core";
import { affine, type Summand } from "../operations/affine.js";
import { neighbourMax } from "../operations/neighbour-max.js";
import { matrixWeight, rowWeight, type ApplyContext, type LayerInput } from "./layer-context.js";
import type { Aggregation } from "./placed-graph.js";

type Sage = Extract<Layer, { kind: "sage" }>;

export const sageMeanAggregation: Aggregation = { kind: "mean" };

/** `agg(x) W + x R + b` with the mean or the maximum over neighbours; returns `[N, out]`. */
export function sage(input: LayerInput, layer: Sage, context: ApplyContext): tf.Tensor2D {
  const { name } = layer;
  const own: Summand = { parts: input.parts, matrix: null, weight: matrixWeight(context, `${name}.root`) };
  return affine([neighbours(input, layer, context), own], rowWeight(context, `${name}.bias`), context);
}

function neighbours({ parts, aggregated }: LayerInput, layer: Sage, context: ApplyContext): Summand {
  const { graph } = context;
  const weight = matrixWeight(context, `${layer.name}.weight`);
  if (aggregated !== undefined) return { parts: aggregated, matrix: null, weight };
  if (layer.aggregation === "mean") return { parts, matrix: graph.matrix(sageMeanAggregation), weight };
  const largest = parts.map(({ x, constant }) => ({ x: neighbourMax(x, graph.arcs()), constant }));
  return { parts: largest.map(({ x, constant = false }) => ({ x, constant })), matrix: null, weight };
}
