import type { Layer } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { affine } from "../operations/affine.js";
import { product } from "../operations/product.js";
import { propagated } from "./gcn.js";
import { matrixWeight, rowWeight, type LayerContext, type LayerInput, type RunOptions } from "./layer-context.js";
import { definitionOf } from "./definition-of.js";

/**
 * Runs layers and returns the output of the last one, `[N, C]`, and its input, the last hidden layer, `[N, H]`; null
 * where it was not wanted and not made. The first layer takes `input`; an input of several parts needs a layer with
 * weights there. Dropout layers follow a ReLU. Throws `ModelError` for a layer that is not trained here.
 */
export function runLayers(
  layers: readonly Layer[],
  input: LayerInput,
  context: LayerContext &
    RunOptions & {
      /** Default true. Without it, a convolution and the linear layer after it become one narrow convolution. */
      readonly wantsHidden?: boolean | undefined;
    },
): { hidden: tf.Tensor2D | null; output: tf.Tensor2D } {
  const { training, wantsHidden = true } = context;
  let now = input;
  let hidden: tf.Tensor2D | null = input.parts[0]!.x;
  let dropouts = 0;
  for (let i = 0; i < layers.length; i++) {
    const layer = layers[i]!;
    const next = layers[i + 1];
    const x = now.parts[0]!.x;
    hidden = x;
    if (!wantsHidden && layer.kind === "gcn" && next?.kind === "linear" && i + 2 === layers.length) {
      return { hidden: null, output: mergedHead(now, { convolution: layer.name, head: next.name }, context) };
    }
    const definition = definitionOf(layer);
    // A ReLU that dropout follows is applied with the dropout.
    const drops = training !== undefined && layers[i + 2]?.kind === "dropout";
    const relu = definition.appliesRelu && next?.kind === "relu" && !drops;
    const mask = layer.kind === "relu" && next?.kind === "dropout" ? training?.dropout[dropouts++] : undefined;
    now = { parts: [{ x: definition.forward(layer, { ...context, input: now, x, relu, mask }) }] };
    if (relu) i++;
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
