import type { Layer } from "@evenodds/core";
import type * as tf from "@tensorflow/tfjs-core";
import { affine } from "../operations/affine.js";
import { matrixWeight, rowWeight, type ApplyContext, type LayerInput } from "./layer-context.js";

/** `x W + b`; returns `[N, out]`. */
export function linear(
  { parts }: LayerInput,
  { name }: Extract<Layer, { kind: "linear" }>,
  context: ApplyContext,
): tf.Tensor2D {
  const weight = matrixWeight(context, `${name}.weight`);
  return affine([{ parts, matrix: null, weight }], rowWeight(context, `${name}.bias`), context);
}
