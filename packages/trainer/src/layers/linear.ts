import type * as tf from "@tensorflow/tfjs-core";
import { product } from "../operations/product.js";
import type { LayerContext } from "./layer-context.js";

/** The parameters of a layer `x W + b`: `weight [in, out]`, `bias [out]`. */
export interface DenseParameters {
  readonly weight: tf.Tensor2D;
  readonly bias: tf.Tensor1D;
}

/** `x W + b` for `x [N, in]`; returns `[N, out]`. */
export function linear(
  x: tf.Tensor2D,
  { weight, bias }: DenseParameters,
  { engine, frozen }: Pick<LayerContext, "engine" | "frozen">,
): tf.Tensor2D {
  return product(x, weight, { engine, frozen, bias });
}

/** Picks the parameters of the layer called `name`. */
export function denseParameters(parameters: ReadonlyMap<string, tf.Tensor>, name: string): DenseParameters {
  return {
    weight: parameters.get(`${name}.weight`) as tf.Tensor2D,
    bias: parameters.get(`${name}.bias`) as tf.Tensor1D,
  };
}
