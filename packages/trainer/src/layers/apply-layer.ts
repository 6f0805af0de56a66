import { ModelError, type Layer } from "@evenodds/core";
import type * as tf from "@tensorflow/tfjs-core";
import { gat } from "./gat.js";
import { gcn } from "./gcn.js";
import { gin } from "./gin.js";
import type { ApplyContext, LayerInput } from "./layer-context.js";
import { linear } from "./linear.js";
import { sage } from "./sage.js";

/** The layers with a matrix of weights, which may be followed by a ReLU in the same pass. */
export type WeightedLayer = Extract<Layer, { kind: "gcn" | "sage" | "gat" | "gin" | "linear" }>;

/** Whether a layer is one that {@link applyLayer} computes. */
export function isWeighted(layer: Layer): layer is WeightedLayer {
  return ["gcn", "sage", "gat", "gin", "linear"].includes(layer.kind);
}

/** Computes one layer; returns `[N, out]`. */
export function applyLayer(input: LayerInput, layer: WeightedLayer, context: ApplyContext): tf.Tensor2D {
  switch (layer.kind) {
    case "gcn":
      return gcn(input, layer, context);
    case "sage":
      return sage(input, layer, context);
    case "gat":
      return gat(input, layer, context);
    case "gin":
      return gin(input, layer, context);
    case "linear":
      return linear(input, layer, context);
  }
}

/** Throws {@link ModelError} for a kind of layer that is not trained here. */
export function refuseLayer(kind: string): never {
  throw new ModelError({
    argument: "layer",
    expected: "gcn, sage, gat, gin, linear, batch-norm, relu or dropout",
    found: JSON.stringify(kind),
  });
}
