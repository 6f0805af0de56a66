import { ModelError, type Layer } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { convolution, type InputPart } from "../operations/convolution.js";
import { product } from "../operations/product.js";
import type { DropoutMask } from "../engines/engine.js";
import { relu } from "../operations/relu.js";
import type { LayerContext } from "./layer-context.js";
import { denseParameters, linear, type DenseParameters } from "./linear.js";

/** What the dropout layers keep in their order (training), and whether the last hidden layer is wanted. */
export interface RunOptions {
  readonly dropout?: readonly DropoutMask[] | undefined;
  /** Default true. Without it, a convolution and the linear layer after it become one narrow convolution. */
  readonly wantsHidden?: boolean | undefined;
}

/**
 * Runs layers on an input given in parts, `[N, F]` in all, and returns the output of the last one, `[N, C]`, and its input,
 * the last hidden layer, `[N, H]`; null where it was not wanted and not made. The first layer takes the parts; an input of
 * several parts needs a convolution there. Dropout layers follow a ReLU.
 */
export function runLayers(
  layers: readonly Layer[],
  parts: readonly InputPart[],
  context: LayerContext & RunOptions,
): { hidden: tf.Tensor2D | null; output: tf.Tensor2D } {
  const { engine, parameters, dropout, wantsHidden = true } = context;
  let input = parts;
  let hidden: tf.Tensor2D | null = parts[0]!.x;
  let dropouts = 0;
  for (let i = 0; i < layers.length; i++) {
    const layer = layers[i]!;
    const next = layers[i + 1];
    const x = input[0]!.x;
    let output = x;
    hidden = x;
    switch (layer.kind) {
      case "gcn": {
        const own = denseParameters(parameters, layer.name);
        if (!wantsHidden && next?.kind === "linear" && i + 2 === layers.length) {
          const merged = merge(own, denseParameters(parameters, next.name), context);
          return { hidden: null, output: convolution(input, merged, context) };
        }
        // A ReLU that dropout follows is applied with the dropout.
        const fused = next?.kind === "relu" && (layers[i + 2]?.kind !== "dropout" || dropout === undefined);
        output = convolution(input, own, { ...context, relu: fused });
        if (fused) i++;
        break;
      }
      case "linear":
        output = linear(x, denseParameters(parameters, layer.name), context);
        break;
      case "relu": {
        const mask = next?.kind === "dropout" ? dropout?.[dropouts++] : undefined;
        output = relu(x, { engine, mask });
        break;
      }
      case "dropout":
        // With a mask it was applied together with the ReLU before it.
        break;
      case "sage":
      case "gat":
      case "gin":
      case "batch-norm":
      default:
        throw new ModelError({ argument: "layer", expected: "gcn, linear, relu or dropout", found: layer.kind });
    }
    input = [{ x: output }];
  }
  return { hidden, output: input[0]!.x };
}

/** `(Â x W₁ + b₁) W₂ + b₂ = Â x (W₁ W₂) + (b₁ W₂ + b₂)`: no activation stands between. */
function merge(first: DenseParameters, second: DenseParameters, { engine, frozen }: LayerContext): DenseParameters {
  const row: tf.Tensor2D = tf.reshape(first.bias, [1, -1]);
  const bias = product(row, second.weight, { engine, frozen, bias: second.bias });
  return { weight: product(first.weight, second.weight, { engine, frozen }), bias: tf.reshape(bias, [-1]) };
}
