import { layerKinds, ModelError, type LayerKind } from "@evenodds/core";
import { batchNorm } from "./batch-norm.js";
import { dropout } from "./dropout.js";
import { gat } from "./gat.js";
import { gcn } from "./gcn.js";
import { gin } from "./gin.js";
import type { LayerDefinition } from "./layer-definition.js";
import { linear } from "./linear.js";
import { relu } from "./relu.js";
import { sage } from "./sage.js";

/** What training knows about every kind of layer, a file each; null for kinds that only imported models have. */
const layers: { readonly [Kind in LayerKind]: LayerDefinition<Kind> | null } = {
  gcn,
  sage,
  gat,
  gin,
  linear,
  "batch-norm": batchNorm,
  "layer-norm": null,
  relu,
  "leaky-relu": null,
  elu: null,
  dropout,
  residual: null,
  "jumping-knowledge": null,
};

/**
 * Returns what training knows about the kind of a layer. Throws {@link ModelError} for one that is not trained here.
 */
export function definitionOf(layer: { readonly kind: LayerKind }): LayerDefinition<LayerKind> {
  const trained = layerKinds.filter((kind) => layers[kind] !== null);
  const definition: LayerDefinition<LayerKind> | null = trained.includes(layer.kind) ? layers[layer.kind] : null;
  if (definition !== null) return definition;
  throw new ModelError({
    argument: "layer",
    expected: `${trained.slice(0, -1).join(", ")} or ${trained.at(-1)}`,
    found: JSON.stringify(layer.kind),
  });
}
