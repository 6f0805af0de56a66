import type { CardLayer } from "../card/model-card.js";
import { takeRow, type ImportContext, type ImportedLayers } from "./imported-layers.js";

/** `torch.nn.LayerNorm`, and PyG's `LayerNorm` with `mode='node'`: `weight`, `bias`, `[width]` each. */
export function importLayerNorm(
  { key, epsilon }: Extract<CardLayer, { kind: "layer-norm" }>,
  context: ImportContext,
): ImportedLayers {
  const width = context.inputs;
  return {
    layers: [{ kind: "layer-norm", name: key, width, epsilon }],
    weights: {
      [`${key}.weight`]: takeRow(context, `${key}.weight`, { width }),
      [`${key}.bias`]: takeRow(context, `${key}.bias`, { width }),
    },
  };
}
