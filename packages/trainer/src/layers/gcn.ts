import type { Layer } from "@evenodds/core";
import type * as tf from "@tensorflow/tfjs-core";
import { affine, type Summand } from "../operations/affine.js";
import { matrixWeight, rowWeight, type ApplyContext, type LayerContext, type LayerInput } from "./layer-context.js";
import type { Aggregation } from "./placed-graph.js";

type Gcn = Extract<Layer, { kind: "gcn" }>;

export const gcnAggregation: Aggregation = { kind: "symmetric" };

/** `Â x W + b`; returns `[N, out]`. */
export function gcn(input: LayerInput, { name }: Gcn, context: ApplyContext): tf.Tensor2D {
  const weight = matrixWeight(context, `${name}.weight`);
  return affine([propagated(input, weight, context)], rowWeight(context, `${name}.bias`), context);
}

/** `Â x W` of an input that may be propagated already. */
export function propagated(
  { parts, aggregated }: LayerInput,
  weight: tf.Tensor2D,
  { graph }: Pick<LayerContext, "graph">,
): Summand {
  if (aggregated !== undefined) return { parts: aggregated, matrix: null, weight };
  return { parts, matrix: graph.matrix(gcnAggregation), weight };
}
