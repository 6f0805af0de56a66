import type { Layer } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import type { Engine, Propagation } from "../engines/engine.js";
import { gcnConv } from "./gcn-conv.js";
import { denseParameters, linear } from "./linear.js";

/** What layers are run with. */
export interface LayerContext {
  readonly engine: Engine;
  readonly propagation: Propagation;
  readonly parameters: ReadonlyMap<string, tf.Tensor>;
  /** `Â x` of the first layer's input, where that input is constant. */
  readonly propagated?: tf.Tensor2D | undefined;
  /** Factors of the dropout layers in their order (training); absent in evaluation. */
  readonly dropout?: readonly tf.Tensor2D[] | undefined;
}

/**
 * Runs layers on `x [N, F]` and returns the output of the last one together with its input, the last hidden layer:
 * `hidden [N, H]`, `output [N, C]`.
 */
export function runLayers(
  layers: readonly Layer[],
  x: tf.Tensor2D,
  { engine, propagation, parameters, propagated, dropout }: LayerContext,
): { hidden: tf.Tensor2D; output: tf.Tensor2D } {
  let hidden = x;
  let output = x;
  let dropouts = 0;
  layers.forEach((layer, i) => {
    hidden = output;
    switch (layer.kind) {
      case "gcn":
        output = gcnConv(hidden, denseParameters(parameters, layer.name), {
          engine,
          propagation,
          propagated: i === 0 ? propagated : undefined,
        });
        break;
      case "linear":
        output = linear(hidden, denseParameters(parameters, layer.name), engine);
        break;
      case "relu":
        output = tf.relu(hidden);
        break;
      case "dropout":
        if (dropout !== undefined) output = tf.mul(hidden, dropout[dropouts++]!);
        break;
      default:
        layer satisfies never;
    }
  });
  return { hidden, output };
}
