import type { Layer } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import type { DropoutMask } from "../engines/engine.js";
import { affine } from "../operations/affine.js";
import { product } from "../operations/product.js";
import { relu } from "../operations/relu.js";
import { applyLayer, isWeighted, refuseLayer } from "./apply-layer.js";
import { batchNorm, type ColumnStatistics } from "./batch-norm.js";
import { propagated } from "./gcn.js";
import { matrixWeight, rowWeight, type LayerContext, type LayerInput } from "./layer-context.js";

/** What differs between a training pass and an evaluation. */
export interface RunOptions {
  /** A training pass: what the dropout layers keep in their order, and where batch statistics go by layer. */
  readonly training?:
    { readonly dropout: readonly DropoutMask[]; readonly statistics: Map<string, ColumnStatistics> } | undefined;
  /** Default true. Without it, a convolution and the linear layer after it become one narrow convolution. */
  readonly wantsHidden?: boolean | undefined;
}

/**
 * Runs layers and returns the output of the last one, `[N, C]`, and its input, the last hidden layer, `[N, H]`; null
 * where it was not wanted and not made. The first layer takes `input`; an input of several parts needs a layer with
 * weights there. Dropout layers follow a ReLU. Throws `ModelError` for a layer that is not trained here.
 */
export function runLayers(
  layers: readonly Layer[],
  input: LayerInput,
  context: LayerContext & RunOptions,
): { hidden: tf.Tensor2D | null; output: tf.Tensor2D } {
  const { engine, training, wantsHidden = true } = context;
  let now = input;
  let hidden: tf.Tensor2D | null = input.parts[0]!.x;
  let dropouts = 0;
  for (let i = 0; i < layers.length; i++) {
    const layer = layers[i]!;
    const next = layers[i + 1];
    const x = now.parts[0]!.x;
    let output = x;
    hidden = x;
    if (isWeighted(layer)) {
      if (!wantsHidden && layer.kind === "gcn" && next?.kind === "linear" && i + 2 === layers.length) {
        return { hidden: null, output: mergedHead(now, { convolution: layer.name, head: next.name }, context) };
      }
      // A ReLU that dropout follows is applied with the dropout.
      const fused = next?.kind === "relu" && (layers[i + 2]?.kind !== "dropout" || training === undefined);
      output = applyLayer(now, layer, { ...context, relu: fused });
      if (fused) i++;
    } else if (layer.kind === "batch-norm") {
      output = batchNorm(x, layer, context);
    } else if (layer.kind === "relu") {
      const mask = next?.kind === "dropout" ? training?.dropout[dropouts++] : undefined;
      output = relu(x, { engine, mask });
    } else if (layer.kind !== "dropout") {
      // Dropout was applied together with the ReLU before it.
      refuseLayer(layer.kind);
    }
    now = { parts: [{ x: output }] };
  }
  return { hidden, output: now.parts[0]!.x };
}

/** `(Â x W₁ + b₁) W₂ + b₂ = Â x (W₁ W₂) + (b₁ W₂ + b₂)`: no activation stands between. */
function mergedHead(
  input: LayerInput,
  names: { readonly convolution: string; readonly head: string },
  context: LayerContext,
): tf.Tensor2D {
  const { engine, frozen } = context;
  const second = matrixWeight(context, `${names.head}.weight`);
  const weight = product(matrixWeight(context, `${names.convolution}.weight`), second, { engine, frozen });
  const row: tf.Tensor2D = tf.reshape(rowWeight(context, `${names.convolution}.bias`), [1, -1]);
  const bias = product(row, second, { engine, frozen, bias: rowWeight(context, `${names.head}.bias`) });
  return affine([propagated(input, weight, context)], tf.reshape(bias, [-1]), context);
}
