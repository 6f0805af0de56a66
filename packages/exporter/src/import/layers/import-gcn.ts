import type { CardLayer } from "../card/model-card.js";
import { takeMatrix, takeRow, type ImportContext, type ImportedLayers } from "./imported-layers.js";

/** `GCNConv`: `lin.weight [out, in]`, `bias [out]`. */
export function importGcn({ key, bias }: Extract<CardLayer, { kind: "gcn" }>, context: ImportContext): ImportedLayers {
  const weight = takeMatrix(context, `${key}.lin.weight`);
  const outputs = weight.shape[1]!;
  return {
    layers: [{ kind: "gcn", name: key, inputs: context.inputs, outputs }],
    weights: {
      [`${key}.weight`]: weight,
      [`${key}.bias`]: takeRow(context, `${key}.bias`, { width: outputs, exists: bias }),
    },
  };
}
