import type { Graph, Layer, TrainedModel } from "@evenodds/core";

/**
 * Logits `[N, C]` of a trained model by the textbook formulas in float64, as a second road to what engines and exported
 * files compute: Â is written out row by row, `Â x W + b` is multiplied in that order, nothing is cleverly arranged.
 */
export function denseLogits(model: TrainedModel, graph: Graph): Float64Array {
  return model.layers.reduce((x, layer) => denseLayer(layer, { x, model, graph }), preprocessed(model, graph));
}

function preprocessed({ preprocessing: { method, scale, shift } }: TrainedModel, graph: Graph): Float64Array {
  const width = graph.featureNames.length;
  const x = Float64Array.from(graph.features);
  return method === "none" ? x : x.map((value, i) => value * scale[i % width]! + shift[i % width]!);
}

function denseLayer(
  layer: Layer,
  { x, model, graph }: { x: Float64Array; model: TrainedModel; graph: Graph },
): Float64Array {
  switch (layer.kind) {
    case "gcn":
      return affine(propagate(x, graph), { model, layer });
    case "linear":
      return affine(x, { model, layer });
    case "relu":
      return x.map((value) => Math.max(value, 0));
    case "dropout":
      return x;
    case "sage":
    case "gat":
    case "gin":
    case "batch-norm":
      throw new Error(`no dense formula for ${layer.kind}`);
  }
}

/** Â x with Â[t, s] = (A + I)[t, s] / √(d[t] d[s]), A[t, s] the number of arcs s → t, d[t] = Σ A[t, ·] + 1. */
function propagate(x: Float64Array, { nodeCount, source, target }: Graph): Float64Array {
  const width = x.length / nodeCount;
  const degree = new Float64Array(nodeCount).fill(1);
  for (const t of target) degree[t]!++;
  const y = new Float64Array(x.length);
  for (let t = 0; t < nodeCount; t++) {
    const row = new Float64Array(nodeCount);
    row[t] = 1;
    source.forEach((s, arc) => {
      if (target[arc] === t) row[s]!++;
    });
    for (let s = 0; s < nodeCount; s++) {
      const factor = row[s]! / Math.sqrt(degree[t]! * degree[s]!);
      for (let c = 0; c < width; c++) y[t * width + c]! += factor * x[s * width + c]!;
    }
  }
  return y;
}

function affine(
  x: Float64Array,
  {
    model,
    layer: { name, inputs, outputs },
  }: { model: TrainedModel; layer: Extract<Layer, { kind: "gcn" | "linear" }> },
): Float64Array {
  const weight = model.weights.get(`${name}.weight`)!.values;
  const bias = model.weights.get(`${name}.bias`)!.values;
  return Float64Array.from({ length: (x.length / inputs) * outputs }, (_, i) => {
    const [row, column] = [Math.floor(i / outputs), i % outputs];
    let sum = bias[column]!;
    for (let k = 0; k < inputs; k++) sum += x[row * inputs + k]! * weight[k * outputs + column]!;
    return sum;
  });
}
