import type { Layer } from "@evenodds/core";
import { floatTensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { add, div, mul, sqrt, sub } from "../operators/elementwise.js";
import { reduceMean } from "../operators/reduction.js";
import type { LayerContext } from "./layer-context.js";

/**
 * Adds `y = d / √(mean(d²) + ε) · weight + bias` with `d = x − mean(x)`, both means over the row (Ba et al. 2016). The
 * operator LayerNormalization is not used: its variance may be a difference of two large numbers.
 */
export function translateLayerNorm(
  { graph, weight }: LayerContext,
  { name, epsilon }: Extract<Layer, { kind: "layer-norm" }>,
  x: Value<"float32">,
): Value<"float32"> {
  const difference = sub(graph, { a: x, b: reduceMean(graph, x, { axes: [1] }) });
  const variance = reduceMean(graph, mul(graph, { a: difference, b: difference }), { axes: [1] });
  const least = graph.constant(floatTensor(Float32Array.of(epsilon)));
  const normal = div(graph, { a: difference, b: sqrt(graph, add(graph, { a: variance, b: least })) });
  const scaled = mul(graph, { a: normal, b: weight(`${name}.weight`) });
  return add(graph, { a: scaled, b: weight(`${name}.bias`) });
}
