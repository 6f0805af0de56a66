import type { Layer } from "@evenodds/core";
import type * as tf from "@tensorflow/tfjs-core";
import { normalizeBatch, normalizeFixed } from "../operations/batch-norm.js";
import { rowWeight, type LayerContext } from "./layer-context.js";
import type { RunOptions } from "./run-layers.js";

export type { ColumnStatistics } from "../operations/batch-norm.js";

/** How far a running statistic moves towards that of a batch, as in PyTorch. */
export const momentum = 0.1;

/**
 * Batch normalization of the columns of `x [N, H]` over all nodes. In training by the statistics of x, which are left
 * in `training.statistics`; else by the running ones.
 */
export function batchNorm(
  x: tf.Tensor2D,
  { name, epsilon }: Extract<Layer, { kind: "batch-norm" }>,
  context: LayerContext & RunOptions,
): tf.Tensor2D {
  const { training, frozen } = context;
  const scale = { weight: rowWeight(context, `${name}.weight`), bias: rowWeight(context, `${name}.bias`) };
  if (training === undefined) {
    const running = { mean: rowWeight(context, `${name}.mean`), variance: rowWeight(context, `${name}.variance`) };
    return normalizeFixed(x, { ...scale, ...running, epsilon, frozen });
  }
  const { value, statistics } = normalizeBatch(x, { ...scale, epsilon, frozen });
  training.statistics.set(name, statistics);
  return value;
}
