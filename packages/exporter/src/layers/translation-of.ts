import { layerKinds, ModelError, suggest, type Layer, type LayerKind } from "@evenodds/core";
import type { Value } from "../builder/value.js";
import { batchNorm } from "./batch-norm.js";
import { dropout } from "./dropout.js";
import { elu } from "./elu.js";
import { gat } from "./gat.js";
import { gcn } from "./gcn.js";
import { gin } from "./gin.js";
import { jumpingKnowledge } from "./jumping-knowledge.js";
import { type LayerTranslation, layerChecks } from "./layer-translation.js";
import type { TranslationContext } from "./translation-context.js";
import { layerNorm } from "./layer-norm.js";
import { leakyRelu } from "./leaky-relu.js";
import { linear } from "./linear.js";
import { relu } from "./relu.js";
import { residual } from "./residual.js";
import { sage } from "./sage.js";

/** What export and import know about every kind of layer, a file each. */
export const layers = {
  gcn,
  sage,
  gat,
  gin,
  linear,
  "batch-norm": batchNorm,
  "layer-norm": layerNorm,
  relu,
  "leaky-relu": leakyRelu,
  elu,
  dropout,
  residual,
  "jumping-knowledge": jumpingKnowledge,
} satisfies { readonly [Kind in LayerKind]: { readonly kind: Kind } };

/**
 * Returns what is known about the kind of a layer. Throws {@link ModelError} for an unknown one, with the way to add
 * it.
 */
export function translationOf(layer: { readonly kind: string }): LayerTranslation<LayerKind> {
  const kind = layerKinds.find((known) => known === layer.kind);
  if (kind !== undefined) return layers[kind];
  const found = layer.kind;
  throw new ModelError({
    argument: "layer",
    expected: `one of the kinds that can be exported: ${layerKinds.join(", ")}`,
    found: `"${found}"`,
    hint: `${suggest(found, layerKinds)} To add it, write packages/exporter/src/layers/${found}.ts, see "Add a layer" in CONTRIBUTING.md`,
  });
}

/**
 * Checks the options of a layer and its inputs, and returns the width of its output. `widths` are those of the features
 * and of the outputs of all layers before it. Throws `ModelError` naming the layer, what it must be and what it is.
 */
export function outputWidth(layer: Layer, widths: readonly number[]): number {
  const checks = layerChecks(layer, widths.length);
  return translationOf(layer).width(layer, { width: widths.at(-1)!, widths, checks });
}

/**
 * Adds the nodes of one layer to the context's graph and returns its output `[N, outputs]`. `outputs` are the input of
 * the model's first layer and the outputs of all layers before this one, the last of which it takes.
 *
 * Throws `ModelError` for a layer of unknown kind.
 */
export function translateLayer(
  layer: Layer,
  { outputs, ...context }: TranslationContext & { readonly outputs: readonly Value<"float32">[] },
): Value<"float32"> {
  return translationOf(layer).translate(layer, { ...context, outputs, x: outputs.at(-1)! });
}
