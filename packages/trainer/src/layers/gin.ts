import type { Layer } from "@evenodds/core";
import type * as tf from "@tensorflow/tfjs-core";
import { affine, type Summand } from "../operations/affine.js";
import { matrixWeight, rowWeight, type ApplyContext, type LayerInput } from "./layer-context.js";
import type { Aggregation } from "./placed-graph.js";

type Gin = Extract<Layer, { kind: "gin" }>;

/** `(1 + ε) x_i + Σ_j x_j`. */
export function ginAggregation({ epsilon }: Gin): Aggregation {
  return { kind: "sum", self: 1 + epsilon };
}

/** `relu(((1 + ε) x_i + Σ_j x_j) W₁ + b₁) W₂ + b₂`; returns `[N, out]`. */
export function gin({ parts, aggregated }: LayerInput, layer: Gin, context: ApplyContext): tf.Tensor2D {
  const { name } = layer;
  const weight = matrixWeight(context, `${name}.first.weight`);
  const sum: Summand =
    aggregated === undefined
      ? { parts, matrix: context.graph.matrix(ginAggregation(layer)), weight }
      : { parts: aggregated, matrix: null, weight };
  const hidden = affine([sum], rowWeight(context, `${name}.first.bias`), { ...context, relu: true });
  const second = { parts: [{ x: hidden }], matrix: null, weight: matrixWeight(context, `${name}.second.weight`) };
  return affine([second], rowWeight(context, `${name}.second.bias`), context);
}
