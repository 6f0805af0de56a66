import type { Graph, Layer, NamedWeight } from "@evenodds/core";
import type { ExportableModel } from "../../exportable-model.js";
import { averaged, largest, propagated, summed } from "./aggregate.js";
import { attended } from "./attend.js";
import { added, affine, mapped, type Matrix } from "./matrix.js";

type Weighted = Pick<ExportableModel, "layers" | "weights" | "preprocessing">;

/**
 * Returns the logits `[N, C]`, row-major, of a model on a graph by the formulas of `Layer`, in float64, arc by arc: no
 * engine and no ONNX, so that an exported file can be compared with it. Memory is a few times `[N, H]`, time grows with
 * E · H.
 */
export function referenceLogits(model: Weighted, graph: Graph): Float64Array {
  const outputs = [preprocessed(model, graph)];
  for (const layer of model.layers) outputs.push(computed(layer, { outputs, model, graph }));
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

function computed(
  layer: Layer,
  { outputs, model, graph }: { outputs: readonly Matrix[]; model: Weighted; graph: Graph },
): Matrix {
  const x = outputs.at(-1)!;
  const weight = (part: string): NamedWeight => model.weights.get(`${"name" in layer ? layer.name : ""}.${part}`)!;
  switch (layer.kind) {
    case "gcn":
      return plus(propagated(affine(x, weight("weight")), graph), weight("bias"));
    case "linear":
      return affine(x, weight("weight"), weight("bias"));
    case "sage": {
      const neighbours = layer.aggregation === "mean" ? averaged(x, graph) : largest(x, graph);
      return added(affine(neighbours, weight("weight")), affine(x, weight("root"), weight("bias")));
    }
    case "gat": {
      const { negativeSlope } = layer;
      const parts = { source: weight("source"), target: weight("target"), negativeSlope };
      return plus(attended(affine(x, weight("weight")), graph, parts), weight("bias"));
    }
    case "gin": {
      const own = mapped(x, (value) => (1 + layer.epsilon) * value);
      const first = affine(added(own, summed(x, graph)), weight("first.weight"), weight("first.bias"));
      return affine(rectified(first), weight("second.weight"), weight("second.bias"));
    }
    case "batch-norm": {
      const [gain, bias, mean, variance] = ["weight", "bias", "mean", "variance"].map((part) => weight(part).values);
      const factor = Float64Array.from(variance!, (value, j) => gain![j]! / Math.sqrt(value + layer.epsilon));
      return mapped(x, (value, j) => (value - mean![j]!) * factor[j]! + bias![j]!);
    }
    case "layer-norm":
      return normalizedRows(x, { gain: weight("weight"), bias: weight("bias"), epsilon: layer.epsilon });
    case "relu":
      return rectified(x);
    case "leaky-relu":
      return mapped(x, (value) => (value >= 0 ? value : layer.negativeSlope * value));
    case "elu":
      return mapped(x, (value) => (value >= 0 ? value : layer.alpha * Math.expm1(value)));
    case "dropout":
      return x;
    case "residual":
      return added(x, outputs[layer.from]!);
    case "jumping-knowledge": {
      const taken = layer.from.map((number) => outputs[number]!);
      return layer.mode === "max" ? taken.reduce(largerOf) : sideBySide(taken);
    }
  }
}

function plus(x: Matrix, bias: NamedWeight): Matrix {
  return mapped(x, (value, j) => value + bias.values[j]!);
}

function rectified(x: Matrix): Matrix {
  return mapped(x, (value) => Math.max(value, 0));
}

function largerOf(a: Matrix, b: Matrix): Matrix {
  return { ...a, values: a.values.map((value, at) => Math.max(value, b.values[at]!)) };
}

function sideBySide(parts: readonly Matrix[]): Matrix {
  const rows = parts[0]!.rows;
  const columns = parts.reduce((sum, part) => sum + part.columns, 0);
  const values = new Float64Array(rows * columns);
  let start = 0;
  for (const part of parts) {
    for (let row = 0; row < rows; row++) {
      values.set(part.values.subarray(row * part.columns, (row + 1) * part.columns), row * columns + start);
    }
    start += part.columns;
  }
  return { rows, columns, values };
}

function normalizedRows(
  x: Matrix,
  { gain, bias, epsilon }: { gain: NamedWeight; bias: NamedWeight; epsilon: number },
): Matrix {
  const values = new Float64Array(x.values.length);
  for (let row = 0; row < x.rows; row++) {
    const own = x.values.subarray(row * x.columns, (row + 1) * x.columns);
    const mean = own.reduce((sum, value) => sum + value, 0) / x.columns;
    const variance = own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / x.columns;
    own.forEach((value, j) => {
      const normal = (value - mean) / Math.sqrt(variance + epsilon);
      values[row * x.columns + j] = normal * gain.values[j]! + bias.values[j]!;
    });
  }
  return { ...x, values };
}
