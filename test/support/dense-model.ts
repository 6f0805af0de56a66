import type { Graph, Layer, TrainedModel } from "@evenodds/core";
import { attended, largest, mean, propagated, sum, type Rows } from "./dense-aggregation.js";

/**
 * Logits `[N, C]` of a trained model by the textbook formulas in float64, as a second road to what engines and exported
 * files compute: matrices are written out row by row and multiplied in the order of the formula, nothing is cleverly
 * arranged.
 */
export function denseLogits(model: TrainedModel, graph: Graph): Float64Array {
  const outputs = [preprocessed(model, graph)];
  for (const layer of model.layers) outputs.push(denseLayer(layer, { outputs, model, graph }));
  return Float64Array.from(outputs.at(-1)!.flat());
}

function preprocessed({ preprocessing: { method, scale, shift } }: TrainedModel, graph: Graph): Rows {
  const width = graph.featureNames.length;
  return Array.from({ length: graph.nodeCount }, (_, node) =>
    Array.from(graph.features.subarray(node * width, (node + 1) * width), (value, f) =>
      method === "none" ? value : value * scale[f]! + shift[f]!,
    ),
  );
}

function denseLayer(
  layer: Layer,
  { outputs, model, graph }: { outputs: readonly Rows[]; model: TrainedModel; graph: Graph },
): Rows {
  const x = outputs.at(-1)!;
  const matrix = (name: string) => matrixOf(model, name);
  const row = (name: string) => [...model.weights.get(name)!.values];
  switch (layer.kind) {
    case "gcn":
      return affine(propagated(x, graph), matrix(`${layer.name}.weight`), row(`${layer.name}.bias`));
    case "linear":
      return affine(x, matrix(`${layer.name}.weight`), row(`${layer.name}.bias`));
    case "sage": {
      const neighbours = layer.aggregation === "mean" ? mean(x, graph) : largest(x, graph);
      const own = affine(x, matrix(`${layer.name}.root`), row(`${layer.name}.bias`));
      return added(product(neighbours, matrix(`${layer.name}.weight`)), own);
    }
    case "gat": {
      const h = product(x, matrix(`${layer.name}.weight`));
      const columns = layer.outputs / layer.heads;
      const heads = Array.from({ length: layer.heads }, (_, head) =>
        attended(
          h.map((values) => values.slice(head * columns, (head + 1) * columns)),
          graph,
          {
            source: matrix(`${layer.name}.source`)[head]!,
            target: matrix(`${layer.name}.target`)[head]!,
            negativeSlope: layer.negativeSlope,
          },
        ),
      );
      const bias = row(`${layer.name}.bias`);
      return x.map((_, node) => heads.flatMap((rows) => rows[node]!).map((value, j) => value + bias[j]!));
    }
    case "gin": {
      const own = each(x, (value) => (1 + layer.epsilon) * value);
      const first = affine(
        added(own, sum(x, graph)),
        matrix(`${layer.name}.first.weight`),
        row(`${layer.name}.first.bias`),
      );
      return affine(rectified(first), matrix(`${layer.name}.second.weight`), row(`${layer.name}.second.bias`));
    }
    case "batch-norm": {
      const [weight, bias, means, variance] = ["weight", "bias", "mean", "variance"].map((part) =>
        row(`${layer.name}.${part}`),
      ) as [number[], number[], number[], number[]];
      return x.map((values) =>
        values.map(
          (value, j) => ((value - means[j]!) / Math.sqrt(variance[j]! + layer.epsilon)) * weight[j]! + bias[j]!,
        ),
      );
    }
    case "layer-norm": {
      const [weight, bias] = [row(`${layer.name}.weight`), row(`${layer.name}.bias`)];
      return x.map((values) => {
        const average = values.reduce((a, b) => a + b) / values.length;
        const variance = values.reduce((total, value) => total + (value - average) ** 2, 0) / values.length;
        return values.map(
          (value, j) => ((value - average) / Math.sqrt(variance + layer.epsilon)) * weight[j]! + bias[j]!,
        );
      });
    }
    case "relu":
      return rectified(x);
    case "leaky-relu":
      return each(x, (value) => (value >= 0 ? value : layer.negativeSlope * value));
    case "elu":
      return each(x, (value) => (value >= 0 ? value : layer.alpha * (Math.exp(value) - 1)));
    case "dropout":
      return x;
    case "residual":
      return added(x, outputs[layer.from]!);
    case "jumping-knowledge": {
      const taken = layer.from.map((number) => outputs[number]!);
      if (layer.mode === "concatenate") return x.map((_, node) => taken.flatMap((rows) => rows[node]!));
      return taken[0]!.map((values, node) => values.map((_, j) => Math.max(...taken.map((rows) => rows[node]![j]!))));
    }
  }
}

function matrixOf({ weights }: TrainedModel, name: string): Rows {
  const { shape, values } = weights.get(name)!;
  const [rows, columns] = shape as [number, number];
  return Array.from({ length: rows }, (_, i) => [...values.subarray(i * columns, (i + 1) * columns)]);
}

function product(a: Rows, b: Rows): Rows {
  return a.map((row) => b[0]!.map((_, j) => row.reduce((total, value, k) => total + value * b[k]![j]!, 0)));
}

function affine(x: Rows, weight: Rows, bias: readonly number[]): Rows {
  return product(x, weight).map((row) => row.map((value, j) => value + bias[j]!));
}

function added(a: Rows, b: Rows): Rows {
  return a.map((row, i) => row.map((value, j) => value + b[i]![j]!));
}

function each(x: Rows, change: (value: number) => number): Rows {
  return x.map((row) => row.map(change));
}

function rectified(x: Rows): Rows {
  return each(x, (value) => Math.max(value, 0));
}
