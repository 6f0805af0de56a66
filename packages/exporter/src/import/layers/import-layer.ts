import type { Layer } from "@evenodds/core";
import type { CardLayer } from "../card/model-card.js";
import { importBatchNorm } from "./import-batch-norm.js";
import { importGat } from "./import-gat.js";
import { importGcn } from "./import-gcn.js";
import { importGin } from "./import-gin.js";
import { importLayerNorm } from "./import-layer-norm.js";
import { importLinear } from "./import-linear.js";
import { importSage } from "./import-sage.js";
import type { ImportContext, ImportedLayers } from "./imported-layers.js";

/**
 * Returns what a layer of a card becomes, with its weights taken from the state dict. `number` gives the number of an
 * earlier output that the card names.
 */
export function importLayer(
  card: CardLayer,
  { number, ...context }: ImportContext & { readonly number: (earlier: string | number) => number },
): ImportedLayers {
  const plain = (layer: Layer): ImportedLayers => ({ layers: [layer], weights: {} });
  switch (card.kind) {
    case "gcn":
      return importGcn(card, context);
    case "sage":
      return importSage(card, context);
    case "gat":
      return importGat(card, context);
    case "gin":
      return importGin(card, context);
    case "linear":
      return importLinear(card, context);
    case "batch-norm":
      return importBatchNorm(card, context);
    case "layer-norm":
      return importLayerNorm(card, context);
    case "relu":
      return plain({ kind: "relu" });
    case "leaky-relu":
      return plain({ kind: "leaky-relu", negativeSlope: card.negative_slope });
    case "elu":
      return plain({ kind: "elu", alpha: card.alpha });
    case "dropout":
      return plain({ kind: "dropout", rate: card.rate });
    case "residual":
      return plain({ kind: "residual", from: number(card.from) });
    case "jumping-knowledge":
      return plain({ kind: "jumping-knowledge", mode: card.mode, from: card.from.map(number) });
  }
}
