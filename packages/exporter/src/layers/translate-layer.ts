import type { Layer } from "@evenodds/core";
import type { Value } from "../builder/value.js";
import type { LayerContext } from "./layer-context.js";
import { unknownLayer } from "./layer-kinds.js";
import { translateBatchNorm } from "./translate-batch-norm.js";
import { translateDropout } from "./translate-dropout.js";
import { translateElu } from "./translate-elu.js";
import { translateGat } from "./translate-gat.js";
import { translateGcn } from "./translate-gcn.js";
import { translateGin } from "./translate-gin.js";
import { translateJumpingKnowledge } from "./translate-jumping-knowledge.js";
import { translateLayerNorm } from "./translate-layer-norm.js";
import { translateLeakyRelu } from "./translate-leaky-relu.js";
import { translateLinear } from "./translate-linear.js";
import { translateRelu } from "./translate-relu.js";
import { translateResidual } from "./translate-residual.js";
import { translateSage } from "./translate-sage.js";

/**
 * Adds the nodes of one layer to the context's graph and returns its output `[N, outputs]`. `outputs` are the input of
 * the model's first layer and the outputs of all layers before this one, the last of which it takes.
 *
 * Throws `ModelError` for a layer of unknown kind.
 */
export function translateLayer(
  context: LayerContext,
  layer: Layer,
  outputs: readonly Value<"float32">[],
): Value<"float32"> {
  const x = outputs.at(-1)!;
  switch (layer.kind) {
    case "gcn":
      return translateGcn(context, layer, x);
    case "sage":
      return translateSage(context, layer, x);
    case "gat":
      return translateGat(context, layer, x);
    case "gin":
      return translateGin(context, layer, x);
    case "linear":
      return translateLinear(context, layer, x);
    case "batch-norm":
      return translateBatchNorm(context, layer, x);
    case "layer-norm":
      return translateLayerNorm(context, layer, x);
    case "relu":
      return translateRelu(context, x);
    case "leaky-relu":
      return translateLeakyRelu(context, layer, x);
    case "elu":
      return translateElu(context, layer, x);
    case "dropout":
      return translateDropout(x);
    case "residual":
      return translateResidual(context, layer, outputs);
    case "jumping-knowledge":
      return translateJumpingKnowledge(context, layer, outputs);
    default:
      throw unknownLayer((layer satisfies never as Layer).kind);
  }
}
