import type { Layer } from "@evenodds/core";
import { floatTensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { add, mul } from "../operators/elementwise.js";
import type { LayerContext } from "./layer-context.js";

/**
 * Adds `y = x · scale + shift` per column, which is batch normalisation with the statistics of training:
 * `scale = weight / √(variance + ε)`, `shift = bias − mean · scale`. Both are computed here in float64 and stored as
 * `<name>.scale` and `<name>.shift`.
 */
export function translateBatchNorm(
  { graph, weightValues, shared }: LayerContext,
  { name, epsilon }: Extract<Layer, { kind: "batch-norm" }>,
  x: Value<"float32">,
): Value<"float32"> {
  const [weight, bias, mean, variance] = ["weight", "bias", "mean", "variance"].map((part) =>
    Float64Array.from(weightValues(`${name}.${part}`)),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array];
  const scale = weight.map((value, column) => value / Math.sqrt(variance[column]! + epsilon));
  const shift = bias.map((value, column) => value - mean[column]! * scale[column]!);
  const constant = (part: string, values: Float64Array) =>
    shared(`${name}.${part}`, () => graph.initializer(`${name}.${part}`, floatTensor(Float32Array.from(values))));
  return add(graph, { a: mul(graph, { a: x, b: constant("scale", scale) }), b: constant("shift", shift) });
}
