import type { Layer } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { neighbourMax } from "../operations/neighbour-max.js";
import { forget, type Memo } from "../operations/memo.js";
import { gcnAggregation } from "./gcn.js";
import { ginAggregation } from "./gin.js";
import type { LayerInput } from "./layer-context.js";
import type { PlacedGraph } from "./placed-graph.js";
import { sageMeanAggregation } from "./sage.js";

/** The features as input of the first layer: constant, aggregated over neighbours once. */
export interface FirstInput {
  readonly plain: LayerInput;
  /**
   * The same, which keeps what the first layer makes of it for a second pass with the same weights, until
   * {@link forget}.
   */
  readonly remembering: LayerInput;
  forget(): void;
  /** Frees the features. */
  dispose(): void;
}

/**
 * Puts the features `x [N, F]` into the form in which `layer` takes them. What the layer does not need of them is
 * freed.
 */
export function firstInput(layer: Layer, x: tf.Tensor2D, graph: PlacedGraph): FirstInput {
  const aggregated = aggregate(layer, x, graph);
  // GCN and GIN look at nothing but the sum.
  const onlyAggregated = layer.kind === "gcn" || layer.kind === "gin";
  if (onlyAggregated) x.dispose();
  const tensors = [...(onlyAggregated ? [] : [x]), ...(aggregated === null ? [] : [aggregated])].map((one) =>
    tf.keep(one),
  );
  const memos: Memo[] = [];
  const remember = (): { memo: Memo } => {
    const memo: Memo = { value: null };
    memos.push(memo);
    return { memo };
  };
  const input = (extra: () => { readonly memo?: Memo }): LayerInput => ({
    parts: [{ x, constant: true, ...extra() }],
    aggregated: aggregated === null ? undefined : [{ x: aggregated, constant: true, ...extra() }],
  });
  const forgetAll = () => memos.forEach(forget);
  return {
    plain: input(() => ({})),
    remembering: input(remember),
    forget: forgetAll,
    dispose: () => {
      forgetAll();
      tf.dispose(tensors);
    },
  };
}

function aggregate(layer: Layer, x: tf.Tensor2D, graph: PlacedGraph): tf.Tensor2D | null {
  if (layer.kind === "gcn") return graph.matrix(gcnAggregation).multiply(x);
  if (layer.kind === "gin") return graph.matrix(ginAggregation(layer)).multiply(x);
  if (layer.kind !== "sage") return null;
  if (layer.aggregation === "mean") return graph.matrix(sageMeanAggregation).multiply(x);
  return neighbourMax(x, graph.arcs());
}
