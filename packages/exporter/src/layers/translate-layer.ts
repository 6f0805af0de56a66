import { ModelError, type Layer } from "@evenodds/core";
import type { Value } from "../builder/value.js";
import type { LayerContext } from "./layer-context.js";
import { translateDropout } from "./translate-dropout.js";
import { translateGcn } from "./translate-gcn.js";
import { translateLinear } from "./translate-linear.js";
import { translateRelu } from "./translate-relu.js";

/**
 * Adds the nodes of one layer to the context's graph and returns its output `[N, outputs]`.
 * Throws {@link ModelError} for a layer of unknown kind.
 */
export function translateLayer(context: LayerContext, layer: Layer, x: Value<"float32">): Value<"float32"> {
  switch (layer.kind) {
    case "gcn":
      return translateGcn(context, layer, x);
    case "linear":
      return translateLinear(context, layer, x);
    case "relu":
      return translateRelu(context, x);
    case "dropout":
      return translateDropout(x);
    case "sage":
    case "gat":
    case "gin":
    case "batch-norm":
    default:
      throw new ModelError({ argument: "layer", expected: "gcn, linear, relu or dropout", found: `"${layer.kind}"` });
  }
}
