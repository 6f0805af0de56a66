import type { Graph, Preprocessing } from "@evenodds/core";

/**
 * Fits a scaling of the features on all nodes of the training graph (features only; no label is read).
 *
 * - `none`: as they are, the official code's way.
 * - `min-max`: the smallest value of a column becomes −1, the largest 1.
 * - `z-score`: mean 0 and standard deviation 1 (dividing by N).
 *
 * A constant column becomes 0 on every node. Values of other graphs may leave the range.
 */
export function fitPreprocessing(graph: Graph, method: Preprocessing["method"]): Preprocessing {
  const width = graph.featureNames.length;
  const scale = new Float32Array(width).fill(1);
  const shift = new Float32Array(width);
  if (method === "none") return { method, scale, shift };
  const fit = method === "min-max" ? fitMinMax : fitZScore;
  for (let f = 0; f < width; f++) {
    const { centre, spread } = fit(graph, f);
    scale[f] = spread > 0 ? 1 / spread : 0;
    shift[f] = spread > 0 ? -centre / spread : 0;
  }
  return { method, scale, shift };
}

/** Returns `x · scale + shift` per column, `[N, F]`, in float32 like the exported model. */
export function applyPreprocessing(graph: Graph, { scale, shift }: Preprocessing): Float32Array {
  const width = graph.featureNames.length;
  return graph.features.map((x, i) => Math.fround(x * scale[i % width]!) + shift[i % width]!);
}

function fitMinMax({ features, featureNames, nodeCount }: Graph, column: number) {
  let low = Infinity;
  let high = -Infinity;
  for (let n = 0; n < nodeCount; n++) {
    const value = features[n * featureNames.length + column]!;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { centre: (low + high) / 2, spread: (high - low) / 2 };
}

function fitZScore({ features, featureNames, nodeCount }: Graph, column: number) {
  const value = (n: number) => features[n * featureNames.length + column]!;
  let mean = 0;
  for (let n = 0; n < nodeCount; n++) mean += value(n) / nodeCount;
  let variance = 0;
  for (let n = 0; n < nodeCount; n++) variance += (value(n) - mean) ** 2 / nodeCount;
  return { centre: mean, spread: Math.sqrt(variance) };
}
