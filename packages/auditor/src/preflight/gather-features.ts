import type { Graph } from "@evenodds/core";

/** Returns some columns of the features of a graph in the order given, `[N, columns]` row-major. */
export function gatherFeatures({ features, featureNames, nodeCount }: Graph, columns: readonly number[]): Float32Array {
  const from = featureNames.length;
  const to = columns.length;
  const data = new Float32Array(nodeCount * to);
  for (let n = 0; n < nodeCount; n++) {
    for (let f = 0; f < to; f++) data[n * to + f] = features[n * from + columns[f]!]!;
  }
  return data;
}
