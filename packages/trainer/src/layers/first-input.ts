import type { Layer } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { forget, type Memo } from "../operations/memo.js";
import type { LayerInput } from "./layer-context.js";
import { definitionOf } from "./layers.js";
import type { PlacedGraph } from "./placed-graph.js";

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
  const { aggregated, needsOwn } = definitionOf(layer).firstInput(layer, x, graph);
  if (!needsOwn) x.dispose();
  const tensors = [...(needsOwn ? [x] : []), ...(aggregated === null ? [] : [aggregated])].map((one) => tf.keep(one));
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
