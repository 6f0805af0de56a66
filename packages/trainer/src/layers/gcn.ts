import type * as tf from "@tensorflow/tfjs-core";
import { affine, type Summand } from "../operations/affine.js";
import { matrixWeight, rowWeight, type LayerContext, type LayerInput } from "./layer-context.js";
import { defineLayer, xavier } from "./layer-definition.js";
import type { Propagation } from "./placed-graph.js";

const aggregation: Propagation = { kind: "symmetric" };

/** `Â x W + b`; W starts Xavier-uniform, b at 0. */
export const gcn = defineLayer({
  kind: "gcn",
  forward({ name }, context) {
    const weight = matrixWeight(context, `${name}.weight`);
    return affine([propagated(context.input, weight, context)], rowWeight(context, `${name}.bias`), context);
  },
  appliesRelu: true,
  firstInput: (_, x, graph) => ({ aggregated: graph.matrix(aggregation).multiply(x), needsOwn: false }),
  start: (_, part, shape) => (part === "bias" ? { constant: 0 } : xavier(shape)),
  running: [],
});

/** `Â x W` of an input that may be propagated already. */
export function propagated(
  { parts, aggregated }: LayerInput,
  weight: tf.Tensor2D,
  { graph }: Pick<LayerContext, "graph">,
): Summand {
  if (aggregated !== undefined) return { parts: aggregated, matrix: null, weight };
  return { parts, matrix: graph.matrix(aggregation), weight };
}
