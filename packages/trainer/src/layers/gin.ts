import type { LayerOf } from "@evenodds/core";
import { affine, type Summand } from "../operations/affine.js";
import { matrixWeight, rowWeight } from "./layer-context.js";
import { defineLayer } from "./layer-definition.js";
import type { Propagation } from "./placed-graph.js";

/** `relu(((1 + ε) x_i + Σ_j x_j) W₁ + b₁) W₂ + b₂`; weights start uniform in ±1/√in of their linear layer. */
export const gin = defineLayer({
  kind: "gin",
  forward(layer, context) {
    const { name } = layer;
    const { parts, aggregated } = context.input;
    const weight = matrixWeight(context, `${name}.first.weight`);
    const sum: Summand =
      aggregated === undefined
        ? { parts, matrix: context.graph.matrix(aggregationOf(layer)), weight }
        : { parts: aggregated, matrix: null, weight };
    const hidden = affine([sum], rowWeight(context, `${name}.first.bias`), { ...context, relu: true });
    const second = { parts: [{ x: hidden }], matrix: null, weight: matrixWeight(context, `${name}.second.weight`) };
    return affine([second], rowWeight(context, `${name}.second.bias`), context);
  },
  appliesRelu: true,
  firstInput: (layer, x, graph) => ({
    aggregated: graph.matrix(aggregationOf(layer)).multiply(x),
    needsOwn: false,
  }),
  start: ({ inputs, hidden }, part) => 1 / Math.sqrt(part.startsWith("first.") ? inputs : hidden),
  running: [],
});

/** `(1 + ε) x_i + Σ_j x_j`. */
function aggregationOf({ epsilon }: LayerOf<"gin">): Propagation {
  return { kind: "sum", self: 1 + epsilon };
}
