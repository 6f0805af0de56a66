import type { Layer } from "@evenodds/core";
import { floatTensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { relu } from "../operators/activation.js";
import { add, mul } from "../operators/elementwise.js";
import { gemm, matMul } from "../operators/matrix.js";
import type { LayerContext } from "./layer-context.js";

type GinLayer = Extract<Layer, { kind: "gin" }>;

/**
 * Adds `y = relu(((1 + ε) x + Σ x_j) W₁ + b₁) W₂ + b₂` (Xu et al. 2019, PyG's GINConv). W₁ comes first where it
 * narrows, so that the narrower of its two sides is aggregated.
 */
export function translateGin(context: LayerContext, layer: GinLayer, x: Value<"float32">): Value<"float32"> {
  const { graph, weight } = context;
  const hidden = relu(graph, firstLinear(context, layer, x));
  return gemm(graph, { a: hidden, b: weight(`${layer.name}.second.weight`), c: weight(`${layer.name}.second.bias`) });
}

function firstLinear(context: LayerContext, layer: GinLayer, x: Value<"float32">): Value<"float32"> {
  const { graph, weight } = context;
  const { name, inputs, hidden } = layer;
  const [first, bias] = [weight(`${name}.first.weight`), weight(`${name}.first.bias`)];
  if (hidden < inputs) {
    const narrowed = matMul(graph, { a: x, b: first });
    return add(graph, { a: withNeighbours(context, layer, { features: narrowed, width: hidden }), b: bias });
  }
  return gemm(graph, { a: withNeighbours(context, layer, { features: x, width: inputs }), b: first, c: bias });
}

function withNeighbours(
  { graph, aggregation }: LayerContext,
  { epsilon }: GinLayer,
  { features, width }: { features: Value<"float32">; width: number },
): Value<"float32"> {
  const factor = () => graph.constant(floatTensor(Float32Array.of(1 + epsilon)));
  const own = epsilon === 0 ? features : mul(graph, { a: features, b: factor() });
  return add(graph, { a: own, b: aggregation.sum(features, { width }) });
}
