import type { GraphBuilder } from "../builder/graph-builder.js";
import { floatTensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import type { ExportableModel } from "../exportable-model.js";
import { add, mul } from "../operators/elementwise.js";
import type { TranslationContext } from "./translation-context.js";
import { translateLayer } from "./translation-of.js";

/** Adds the scaling of the raw features `x` and all layers of a model, and returns the output of the last one. */
export function translateModel(
  { layers, preprocessing }: Pick<ExportableModel, "layers" | "preprocessing">,
  { x, context }: { readonly x: Value<"float32">; readonly context: TranslationContext },
): Value<"float32"> {
  const outputs = [preprocess(context.graph, { x, preprocessing })];
  for (const layer of layers) outputs.push(translateLayer(layer, { ...context, outputs }));
  return outputs.at(-1)!;
}

function preprocess(
  graph: GraphBuilder,
  { x, preprocessing }: { x: Value<"float32">; preprocessing: ExportableModel["preprocessing"] },
): Value<"float32"> {
  if (preprocessing.method === "none") return x;
  const scale = graph.initializer("preprocessing.scale", floatTensor(preprocessing.scale));
  const shift = graph.initializer("preprocessing.shift", floatTensor(preprocessing.shift));
  return add(graph, { a: mul(graph, { a: x, b: scale }), b: shift });
}
