import type { CardLayer } from "../card/model-card.js";
import { takeMatrix, takeRow, type ImportContext, type ImportedLayers } from "./imported-layers.js";

/** `Linear` of PyTorch and of PyG: `weight [out, in]`, `bias [out]`. */
export function importLinear(
  { key, bias }: Extract<CardLayer, { kind: "linear" }>,
  context: ImportContext,
): ImportedLayers {
  const weight = takeMatrix(context, `${key}.weight`);
  const outputs = weight.shape[1]!;
  return {
    layers: [{ kind: "linear", name: key, inputs: context.inputs, outputs }],
    weights: {
      [`${key}.weight`]: weight,
      [`${key}.bias`]: takeRow(context, `${key}.bias`, { width: outputs, exists: bias }),
    },
  };
}
