import type { Layer } from "@evenodds/core";
import { floatTensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { greater, where } from "../operators/comparison.js";
import { add, mul, reciprocal } from "../operators/elementwise.js";
import { gemm, matMul } from "../operators/matrix.js";
import type { LayerContext } from "./layer-context.js";

type SageLayer = Extract<Layer, { kind: "sage" }>;

/**
 * Adds `y = agg(x) W + x R + b` with the mean or the largest value over the sources of each node's arcs, zeros where
 * there are none (Hamilton et al. 2017; PyG's SAGEConv). For the mean W comes first where it narrows; the largest value
 * of products is another than the product of largest values, so there the features are aggregated as they are.
 */
export function translateSage(context: LayerContext, layer: SageLayer, x: Value<"float32">): Value<"float32"> {
  const { graph } = context;
  const root = context.weight(`${layer.name}.root`);
  const bias = context.weight(`${layer.name}.bias`);
  const own = gemm(graph, { a: x, b: root, c: bias });
  return add(graph, { a: ofNeighbours(context, layer, x), b: own });
}

function ofNeighbours(context: LayerContext, layer: SageLayer, x: Value<"float32">): Value<"float32"> {
  const { graph, aggregation } = context;
  const { inputs, outputs } = layer;
  const weight = context.weight(`${layer.name}.weight`);
  if (layer.aggregation === "max") {
    return matMul(graph, { a: aggregation.max(x, { width: inputs }), b: weight });
  }
  if (outputs < inputs) return mean(context, { features: matMul(graph, { a: x, b: weight }), width: outputs });
  return matMul(graph, { a: mean(context, { features: x, width: inputs }), b: weight });
}

function mean(
  context: LayerContext,
  { features, width }: { features: Value<"float32">; width: number },
): Value<"float32"> {
  const { graph, aggregation } = context;
  const share = context.shared("1 / in-degree", () => {
    const [degree, zero] = [aggregation.degree(), graph.constant(floatTensor(Float32Array.of(0)))];
    // 1 / 0 is computed and not taken.
    const condition = greater(graph, { a: degree, b: zero });
    return where(graph, { condition, x: reciprocal(graph, degree), y: zero });
  });
  return mul(graph, { a: aggregation.sum(features, { width }), b: share });
}
