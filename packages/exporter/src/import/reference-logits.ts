import type { Graph } from "@evenodds/core";
import type { ExportableModel } from "../exportable-model.js";
import { translationOf } from "../layers/translation-of.js";
import { mapped, type Matrix } from "./matrix.js";

type Weighted = Pick<ExportableModel, "layers" | "weights" | "preprocessing">;

/**
 * Returns the logits `[N, C]`, row-major, of a model on a graph by the formulas of `Layer`, in float64, arc by arc: no
 * engine and no ONNX, so that an exported file can be compared with it. Memory is a few times `[N, H]`, time grows with
 * E · H.
 */
export function referenceLogits(model: Weighted, graph: Graph): Float64Array {
  const outputs = [preprocessed(model, graph)];
  for (const layer of model.layers) {
    const weight = (part: string) => model.weights.get(`${"name" in layer ? layer.name : ""}.${part}`)!;
    outputs.push(translationOf(layer).reference(layer, { x: outputs.at(-1)!, outputs, weight, graph }));
  }
  return outputs.at(-1)!.values;
}

function preprocessed({ preprocessing: { method, scale, shift } }: Weighted, graph: Graph): Matrix {
  const x = {
    rows: graph.nodeCount,
    columns: graph.featureNames.length,
    values: Float64Array.from(graph.features),
  };
  return method === "none" ? x : mapped(x, (value, column) => value * scale[column]! + shift[column]!);
}
