import type { CardLayer } from "../card/model-card.js";
import { takeMatrix, takeRow, type ImportContext, type ImportedLayers } from "./imported-layers.js";

/**
 * `SAGEConv`: `lin_l.weight [out, in]` for the neighbours, `lin_l.bias [out]`, `lin_r.weight [out, in]` for the node
 * itself.
 */
export function importSage(
  { key, aggregation, root_weight: hasRoot, bias }: Extract<CardLayer, { kind: "sage" }>,
  context: ImportContext,
): ImportedLayers {
  const { inputs } = context;
  const weight = takeMatrix(context, `${key}.lin_l.weight`);
  const outputs = weight.shape[1]!;
  const root = hasRoot
    ? takeMatrix(context, `${key}.lin_r.weight`, outputs)
    : { shape: [inputs, outputs], values: new Float32Array(inputs * outputs) };
  return {
    layers: [{ kind: "sage", name: key, inputs, outputs, aggregation }],
    weights: {
      [`${key}.weight`]: weight,
      [`${key}.root`]: root,
      [`${key}.bias`]: takeRow(context, `${key}.lin_l.bias`, { width: outputs, exists: bias }),
    },
  };
}
