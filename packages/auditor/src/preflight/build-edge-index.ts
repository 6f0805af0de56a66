import type { Graph } from "@evenodds/core";

/** Returns `edge_index [2, E]`, flat: sources, then targets. */
export function buildEdgeIndex({ source, target }: Graph, type: "int32" | "int64"): BigInt64Array | Int32Array {
  const arcs = source.length;
  if (type === "int32") {
    const indices = new Int32Array(2 * arcs);
    indices.set(source);
    indices.set(target, arcs);
    return indices;
  }
  const indices = new BigInt64Array(2 * arcs);
  // A BigInt per entry takes longer than many a model. Indices are not negative, so the low half is the whole number;
  // it comes first on every machine that ONNX Runtime is built for.
  const halves = new Int32Array(indices.buffer);
  for (let e = 0; e < arcs; e++) {
    halves[2 * e] = source[e]!;
    halves[2 * (arcs + e)] = target[e]!;
  }
  return indices;
}
